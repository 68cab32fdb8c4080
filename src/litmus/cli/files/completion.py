"""`litmus completion`: what a shell needs to complete commands, flags and names."""

import argparse

from litmus.cli.output import SubParsers

SHELLS = ("bash", "zsh", "fish")
EXAMPLE = """examples:
  eval "$(litmus completion bash)"      # in ~/.bashrc
  eval "$(litmus completion zsh)"       # in ~/.zshrc, after compinit
  litmus completion fish > ~/.config/fish/completions/litmus.fish
"""


def add_parser(commands: SubParsers) -> None:
    """Register the command."""
    parser = commands.add_parser(
        "completion",
        help="let your shell complete commands, flags and names",
        description="Print the script that a shell runs to complete what you type.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> tuple[str, int]:
    """The script."""
    from argcomplete.shell_integration import shellcode

    return f"{shellcode(['litmus'], shell=args.shell).strip()}\n", 0
