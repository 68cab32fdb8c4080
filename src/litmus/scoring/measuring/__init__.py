"""From texts to counts: batches, their links and tags, and what metrics count of them."""
