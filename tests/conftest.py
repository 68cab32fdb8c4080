"""What all tests share: where the data beside the checkout is, and how properties are tried."""

from pathlib import Path

import pytest
from hypothesis import settings

# No files beside the checkout, and a slow machine is no failure.
settings.register_profile("litmus", database=None, deadline=None)
settings.load_profile("litmus")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference data beside the checkout; tests that need it skip without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip(f"there is no reference data beside the checkout: {folder}")
    return folder
