"""Gradients of biases by a matrix product: those of autograd, also where rows have two dimensions."""

import torch

from litmus.nmt.training.optimisation.biases import sum_biases_by_product


def test_gradients_are_those_of_a_linear_layer() -> None:
    draw = torch.Generator().manual_seed(1)
    states = torch.randn(3, 5, 4, generator=draw)
    factors = torch.randn(3, 5, 6, generator=draw)
    layer = torch.nn.Linear(4, 6)
    found = []
    for _ in range(2):
        given = states.clone().requires_grad_()
        (layer(given) * factors).sum().backward()
        assert layer.weight.grad is not None and layer.bias.grad is not None
        found.append((given.grad, layer.weight.grad, layer.bias.grad))
        layer.zero_grad(set_to_none=True)
        sum_biases_by_product(layer)
    torch.testing.assert_close(*found)
    layer(states).sum().backward()  # nobody asks for the gradient of its states
    assert layer.bias.grad is not None and layer.bias.grad.tolist() == [15.0] * 6


def test_layers_that_do_not_learn_stay_as_they_are() -> None:
    network = torch.nn.ModuleList(torch.nn.Linear(2, 3) for _ in range(2))
    network.append(torch.nn.Linear(2, 3, bias=False))
    network[0].weight.requires_grad_(False)
    network[1].bias.requires_grad_(False)
    sum_biases_by_product(network)
    assert all(type(layer) is torch.nn.Linear for layer in network)
