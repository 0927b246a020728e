"""What is kept for good: people, tables and their logs."""
