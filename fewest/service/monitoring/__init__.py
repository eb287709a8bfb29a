"""What operators watch: metrics and readiness."""
