"""Where people judge: campaigns, their page and store, metrics compared with human judgements."""
