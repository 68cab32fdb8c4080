"""Services on the web: requests made, sent at their pace, and what comes back."""
