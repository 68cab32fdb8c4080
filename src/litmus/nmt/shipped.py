"""The models that come with litmus: what can be said of them without loading one."""

from pathlib import Path

NOTES = "litmus.json"  # in every folder of `litmus train`
SHIPPED = Path(__file__).parent / "models"


def shipped_models() -> dict[str, Path]:
    """The folders of the models that come with litmus, by language pair."""
    return {path.parent.name: path.parent for path in sorted(SHIPPED.glob(f"*/{NOTES}"))}
