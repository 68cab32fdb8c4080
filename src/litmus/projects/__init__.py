"""Projects: a file that names suites, systems, metrics and requirements, run as often as you like;
only what has changed is done again."""
