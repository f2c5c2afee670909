"""Ctrl-C ends a computation, and the GIL is free while one runs."""

import os
import signal
import threading

import numpy as np
import pytest

import sketchbench

RANDOM = np.random.default_rng(0)


@pytest.fixture(autouse=True)
def sigint_is_not_ignored():
    """As it is in a process that a shell has started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupted(work):
    """Work that would take minutes ends with KeyboardInterrupt once SIGINT has come, 0.3 s after its start."""
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()
        timer.join()


def test_transforming():
    X = RANDOM.normal(size=(400_000, 100)).astype(np.float32)
    fitted = sketchbench.NystromUniform(n_components=2000, kernel="laplacian", gamma=1.0).fit(X[:3000])
    interrupted(lambda: fitted.transform(X))
    assert np.isfinite(fitted.transform(X[:10])).all(), "it can still be used"


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_training_with_a_kernel(n_jobs):
    X, y = RANDOM.normal(size=(60_000, 300)).astype(np.float32), RANDOM.integers(0, 2, 60_000)
    interrupted(lambda: sketchbench.SVC(C=1000, gamma=0.01, n_jobs=n_jobs, cache_size=200).fit(X, y))


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_training_a_linear_machine(n_jobs):
    X, y = RANDOM.normal(size=(40_000, 1500)).astype(np.float32), RANDOM.integers(0, 100, 40_000)
    interrupted(lambda: sketchbench.LinearSVC(C=1000, tol=1e-9, n_jobs=n_jobs).fit(X, y))


def test_making_a_map():
    X = RANDOM.normal(size=(30_000, 300)).astype(np.float32)
    interrupted(lambda: sketchbench.KernelPCA(n_components=200, kernel="gaussian", gamma=0.01).fit(X))


def test_other_threads_run_meanwhile():
    X = RANDOM.normal(size=(20_000, 500)).astype(np.float32)
    fitted = sketchbench.RandomKitchenSinks(n_components=2_000, gamma=1.0).fit(X)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    # A thread that holds the GIL for less than this does not give it up to another one.
    thread.start()
    before = counted[0]
    fitted.transform(X)
    after = counted[0]
    done.set()
    thread.join()
    assert after > before + 10_000, "the other thread had hardly any turn"


def test_two_threads_may_use_one_map():
    X = RANDOM.normal(size=(500, 20)).astype(np.float32)
    fitted = sketchbench.TensorSketch(n_components=64, random_state=0).fit(X)
    expected, found = fitted.transform(X), [None] * 4

    def use(k):
        found[k] = fitted.transform(X)

    threads = [threading.Thread(target=use, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        np.testing.assert_array_equal(one, expected)
