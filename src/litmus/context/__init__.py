"""What a model does with the sentences before: CXMI, contrastive choices, probes."""
