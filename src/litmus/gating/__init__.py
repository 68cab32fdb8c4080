"""The gate: requirements that scores must meet, the verdict on each, and how it is told."""
