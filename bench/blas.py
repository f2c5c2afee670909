"""What multiplies matrices in Python."""


def kernels():
    """The libraries that this process has loaded and the kernels that they have taken for the processor; empty where there is
    none but the reference BLAS, which has no name."""
    import threadpoolctl

    return ", ".join(sorted({f"{found['internal_api']} {found['version']} ({found.get('architecture', 'unknown')} kernels)"
                             for found in threadpoolctl.threadpool_info() if found["user_api"] == "blas"}))
