"""Which attention PyTorch may choose, and that what we switch is switched back."""

import pytest
import torch

from litmus.nmt.attention import any_shape


def test_cudnn_is_off_inside_and_as_before_after_an_error() -> None:
    before = torch.backends.cuda.cudnn_sdp_enabled()
    with pytest.raises(KeyError), any_shape():
        assert not torch.backends.cuda.cudnn_sdp_enabled()
        assert torch.backends.cuda.flash_sdp_enabled()
        raise KeyError
    assert torch.backends.cuda.cudnn_sdp_enabled() == before
