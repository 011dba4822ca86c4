"""What each command shows, whatever the format: a file a command, from results to sheets, documents and records."""
