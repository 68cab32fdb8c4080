"""A connection to Ray: one of our own that nobody else can reach, or a cluster the user names."""

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from litmus.engine.processes import THREADS
from litmus.errors import UsageError
from litmus.wording import option

_LOOPBACK = "127.0.0.1"
_PATIENCE = 10  # seconds for a cluster to answer at all
# Ray remembers the first token it sees in a process, so it is one for all of our starts.
_TOKEN = secrets.token_hex(32)


class NoRay(UsageError):
    """A Ray that does not start, or does not answer."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Ray, how its actors are to be made, and how many of them have a CPU."""

    ray: Any
    actor_options: dict[str, Any]
    cpus: int


@dataclass
class _Open:
    """What this process is connected to, and how many of us use it."""

    engine: str = ""
    users: int = 0
    ours: bool = False
    reconnects: bool = True  # what Ray did, before we came, when it was asked and not connected


_open, _lock = _Open(), threading.RLock()


@contextmanager
def connected(engine: str, cpus: int) -> Iterator[Connection]:
    """Ray, until the last of those who use it at the same time is done.

    `ray` is a Ray of our own with so many `cpus`, unless this process has called `ray.init` itself:
    then that one is used, and left as it is.
    """
    import ray
    from ray._private import auto_init_hook

    with _lock:
        if _open.users == 0:
            _connect(ray, engine, cpus)
            # A connection that is lost must be an error, not a reason to join some other cluster.
            _open.reconnects = auto_init_hook.enable_auto_connect
            auto_init_hook.enable_auto_connect = False
        elif _open.engine != engine:
            raise _other(engine)
        _open.users += 1
    try:
        yield _connection(ray)
    finally:
        with _lock:
            _open.users -= 1
            if _open.users == 0:
                auto_init_hook.enable_auto_connect = _open.reconnects
                if _open.ours:
                    ray.shutdown()


def _connect(ray: Any, engine: str, cpus: int) -> None:
    if ray.is_initialized():
        if engine != "ray":
            raise _other(engine)
        _open.engine, _open.ours = engine, False
        return
    try:
        with _as_it_was():
            if engine == "ray":
                _start(ray, cpus)
            else:
                _reach(ray, engine)
    except Exception as error:  # Ray raises whatever it happens to meet
        ray.shutdown()
        raise (error if isinstance(error, NoRay) else _failed(engine, error)) from error
    except BaseException:
        ray.shutdown()
        raise
    _open.engine, _open.ours = engine, True


def _start(ray: Any, cpus: int) -> None:
    """Loopback only, a token that is in no file, no dashboard, nothing reported to anybody."""
    from ray._private import ray_constants, worker

    with (
        _environment(
            RAY_AUTH_MODE=None,  # unset, Ray checks tokens in what it starts
            RAY_AUTH_TOKEN=_TOKEN,  # its own would be in a file that others may read
            RAY_USAGE_STATS_ENABLED="0",
            **_one_thread_each(),
        ),
        # Otherwise Ray exchanges loopback for the address that others can reach,
        _replaced(ray_constants, "ENABLE_RAY_CLUSTER", False),
        # and tells stdout of every worker that dies, in the middle of our results.
        _replaced(worker, "listen_error_messages", lambda *_: None),
    ):
        ray.init(
            address="local",
            num_cpus=cpus,
            include_dashboard=False,
            configure_logging=False,
            log_to_driver=False,
            _node_ip_address=_LOOPBACK,
        )
    address = ray.nodes()[0]["NodeManagerAddress"]
    if address != _LOOPBACK:
        raise NoRay(
            f"Ray was ended again: it would listen at {address}, for others to reach, and not at "
            f"{_LOOPBACK} only.\n"
            f"Start Ray yourself as your network allows and name it: "
            f"{_named('ray://HOST:10001')}"
        )


def _reach(ray: Any, engine: str) -> None:
    host, _, port = engine.removeprefix("ray://").rpartition(":")
    try:
        # Ray itself tries for half a minute.
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise NoRay(
            f"Nobody answers at {engine}: {getattr(error, 'strerror', None) or error}.\n"
            "Name the machine where `ray start --head` runs, and the port of its client server "
            "(10001 unless another was chosen)."
        ) from error
    ray.init(address=engine, configure_logging=False, log_to_driver=False)


def _connection(ray: Any) -> Connection:
    if _open.ours and _open.engine == "ray":
        # One CPU is counted for each of its users, who may have to wait for one another.
        return Connection(ray, {"num_cpus": 0}, int(ray.cluster_resources()["CPU"]))
    options = {"num_cpus": 1, "runtime_env": {"env_vars": _one_thread_each()}}
    return Connection(ray, options, max(1, int(ray.cluster_resources().get("CPU", 1))))


def _one_thread_each() -> dict[str, str]:
    return {name: os.environ.get(name, "1") for name in THREADS}


def _failed(engine: str, error: Exception) -> NoRay:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    reason = lines[-1] if lines[0].endswith(":") else lines[0]  # a heading says nothing
    if engine == "ray":
        return NoRay(
            f"Ray did not start: {reason}\n"
            "Its logs are in session_latest/logs in its folder, /tmp/ray unless RAY_TMPDIR says "
            f"otherwise. Without Ray the result is the same: {_named('local')}"
        )
    return NoRay(
        f"There is no connection to {engine}: {reason}\n"
        "Versions of Python and Ray must be the same here and there, and where Ray checks tokens, "
        "RAY_AUTH_MODE=token and the cluster's token must be set here too."
    )


def _other(engine: str) -> UsageError:
    return UsageError(
        f"This process is connected to Ray already, so it cannot use {engine}.\n"
        f"Use the present one with {_named('ray')}, or disconnect first: ray.shutdown()"
    )


def _named(engine: str) -> str:
    return option("engine", engine, repr(engine))


@contextmanager
def _as_it_was() -> Iterator[None]:
    """Ray sets a handler of SIGTERM, speaks of its tokens, and leaves settings in our environment;
    none of it is asked for."""
    logger = logging.getLogger("ray")
    level, handlers = logger.level, list(logger.handlers)
    environment = dict(os.environ)
    logger.setLevel(logging.CRITICAL)
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.handlers[:] = handlers
        with suppress(ValueError):  # not the main thread: then Ray has set none
            signal.signal(signal.SIGTERM, handler)
        for name in os.environ.keys() - environment.keys():
            del os.environ[name]
        os.environ.update(environment)


@contextmanager
def _replaced(module: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


@contextmanager
def _environment(**values: str | None) -> Iterator[None]:
    """Variables for the processes that are started inside; None is unset."""
    before = {name: os.environ.pop(name, None) for name in values}
    os.environ.update({name: value for name, value in values.items() if value is not None})
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
