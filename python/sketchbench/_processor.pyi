"""What this processor can run."""

def levels() -> list[str]:
    """Levels of instructions that it has, the least first."""
