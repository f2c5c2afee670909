"""What this processor can run."""

def native_level() -> str: ...
def levels() -> list[str]:
    """Levels of instructions that it has, the least first."""
