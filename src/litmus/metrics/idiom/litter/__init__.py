"""LitTER (Baziotis et al. 2023): literal translation error rate."""
