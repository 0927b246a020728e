"""The stored data: people, tables and their logs."""
