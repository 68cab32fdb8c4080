"""Positions that start somewhere while a network trains."""

from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.toy_training import DATA, TINY, toy_config

from litmus.errors import UsageError
from litmus.nmt.training.optimisation.positions import shift_positions
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import ready

MOST = 3
SOURCE, TARGET = torch.tensor([[7, 8, 9, 3]]), torch.tensor([[3, 10, 11]])


@pytest.fixture
def network(tmp_path: Path) -> Any:
    """A network without dropout, which nothing but its positions can change."""
    text = TINY.replace("dropout = 0.2", "dropout = 0.0").replace(
        "n_dropout = 0.1", "n_dropout = 0"
    )
    trainee = ready(toy_config(tmp_path, text, DATA), 1, lambda text: None).trainee
    return trainee.network


def logits(network: Any) -> torch.Tensor:
    with torch.no_grad():
        found: torch.Tensor = network(input_ids=SOURCE, decoder_input_ids=TARGET).logits
    return found


def moved(network: Any, source: int, target: int) -> torch.Tensor:
    """The same with sinusoids moved by hand: rows of the table from another place on."""
    sides = (network.model.encoder.embed_positions, network.model.decoder.embed_positions)
    for module, by in zip(sides, (source, target), strict=True):
        module.weights = torch.roll(module.weights, -by, dims=0)
    try:
        return logits(network)
    finally:
        for module, by in zip(sides, (source, target), strict=True):
            module.weights = torch.roll(module.weights, by, dims=0)


def test_every_pass_of_training_starts_at_drawn_positions_on_each_side(network: Any) -> None:
    expected = {
        (source, target): moved(network.eval(), source, target)
        for source in range(MOST + 1)
        for target in range(MOST + 1)
    }
    shift_positions(network.train(), MOST)
    seen = set()
    for seed in range(200):
        torch.manual_seed(seed)
        found = logits(network)
        seen |= {place for place, value in expected.items() if torch.equal(found, value)}
    assert seen == set(expected)


def test_a_network_that_does_not_train_reads_from_the_first_position(network: Any) -> None:
    plain = logits(network.eval())
    shift_positions(network, MOST)
    for seed in range(20):
        torch.manual_seed(seed)
        assert torch.equal(logits(network), plain)


def test_learned_positions_and_short_tables_of_a_checkpoint_are_refused_before_data_are_made(
    tmp_path: Path, ours: Path, mbart50: Path
) -> None:
    def config(checkpoint: Path, most: int) -> Config:
        shift = f"[training]\nshift_positions = {most}\n"
        return toy_config(tmp_path, DATA, shift, origin=f'checkpoint = "{checkpoint}"')

    for checkpoint, most, message in (
        (mbart50, 1,
         "shift_positions: a network of the family mbart learns its positions, or has another kind."
         '\nLeave shift_positions out, or train a network of the family "transformer".'),
        (ours, 129, f"{tmp_path / 'config.toml'}: training.shift_positions (129) must be at most "
         "the positions of the checkpoint (128)."),
    ):  # fmt: skip
        with pytest.raises(UsageError) as error:
            ready(config(checkpoint, most), 1, lambda text: None)
        assert str(error.value) == message
        assert not (tmp_path / "out").exists()
    fits = config(ours, 128)
    assert ready(fits, 1, lambda text: None).config == fits
