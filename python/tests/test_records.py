"""records, compare and merge on real records: those that the repository has."""

import gzip
import json
import os
import pathlib
import shutil

import pandas
import pytest

import sketchbench
from sketchbench._records import _id

ROOT = pathlib.Path(__file__).resolve().parents[2]


def reference_lines():
    """Some packed records of the reference, a line each, in the order that packed files have."""
    found = {}
    for file in sorted((ROOT / "results/reference/records").glob("*.jsonl.gz"), key=lambda one: one.stat().st_size):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            found |= {_id(json.loads(line)): line for line in lines}
        if len(found) >= 8:
            return [found[cell] for cell in sorted(found)]
    return pytest.fail("the reference has too few records")


def pack(folder, lines, name="study.adult"):
    (folder / "records").mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / f"records/{name}.jsonl.gz", "wt", encoding="utf-8") as out:
        out.writelines(lines)


@pytest.fixture
def halves(tmp_path):
    """Two folders that share one record, and how many there are in all."""
    lines = reference_lines()
    half = len(lines) // 2
    pack(tmp_path / "a", lines[: half + 1])
    pack(tmp_path / "b", lines[half:])
    return tmp_path, len(lines)


@pytest.fixture
def program():
    built = sorted(ROOT.glob("build/*/sketchbench"), key=lambda one: one.stat().st_mtime)
    found = os.environ.get("SKETCHBENCH_PROGRAM") or shutil.which("sketchbench") or (built and str(built[-1]))
    return found or pytest.skip("the program is not built")


def test_records_of_several_folders_have_each_cell_once(halves):
    folder, count = halves
    table = sketchbench.records(folder / "a", folder / "b")
    assert isinstance(table, pandas.DataFrame)
    assert len(table) == count == table["id"].nunique()
    assert set(table["status"]) == {"done"}


def test_records_read_files_of_a_data_set_as_those_of_a_configuration(tmp_path):
    lines = reference_lines()
    pack(tmp_path / "one", lines, "study")
    pack(tmp_path / "parted", lines[:1], "study.adult")
    pack(tmp_path / "parted", lines[1:], "study.mnist")
    pandas.testing.assert_frame_equal(sketchbench.records(tmp_path / "one"), sketchbench.records(tmp_path / "parted"))


def test_compare_shows_what_two_folders_share_and_names_what_there_is(halves):
    folder, _ = halves
    table = sketchbench.compare(folder / "a", folder / "b", "peak_rss_bytes")
    assert len(table) == 1
    assert table["difference"].tolist() == [0]
    with pytest.raises(ValueError, match="seconds[.]"):
        sketchbench.compare(folder / "a", folder / "b", "result.nothing")


def test_merge_makes_one_folder_of_two(halves, program):
    folder, count = halves
    merged = sketchbench.merge(folder / "a", folder / "b", into=folder / "all", program=program)
    assert len(merged) == count
    pandas.testing.assert_frame_equal(merged, sketchbench.records(folder / "a", folder / "b"))
    again = sketchbench.merge(folder / "a", into=folder / "all", program=program)
    assert len(again) == count


def test_merge_refuses_what_the_program_refuses_and_writes_nothing(halves, program):
    folder, _ = halves
    line = reference_lines()[-1]
    record = json.loads(line)
    altered = line.replace(record["checksum"], "0" * 64)
    pack(folder / "b", [altered])
    with pytest.raises(ValueError, match="checksum"):
        sketchbench.merge(folder / "a", folder / "b", into=folder / "all", program=program)
    with pytest.raises(ValueError, match="prefer"):
        sketchbench.merge(folder / "a", into=folder / "all", prefer="best", program=program)
    assert not (folder / "all").exists()


def test_merge_without_the_program_says_what_is_missing(halves):
    folder, _ = halves
    with pytest.raises(FileNotFoundError, match="no-such-program.*on PATH"):
        sketchbench.merge(folder / "a", into=folder / "all", program="no-such-program")
