"""What README and the pages of docs/ show runs as it stands there.

A fence says with its first words what becomes of it:
  ```sh                     a page's commands run in their order, in one folder, with the program in PATH
  ```sh not-run: REASON     they do not
  ```console                commands behind "$ ", and below each what it prints; numbers may be others, "..." is any lines
  ```json FILE              becomes a file of that folder
  ```json                   is read, no more
  ```python                 is for python/tests, ```cpp for tests/models
"""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\w+)(?: ([^\n{]+))?\n(.*?)^\1```$", re.M | re.S)
# Seconds for one command: a hang is a failure.
LONGEST = 600


class Block:
    def __init__(self, document, match):
        self.document, self.kind, self.words = document, match[2], match[3] or ""
        self.text = match[4]
        self.line = match.string[: match.start()].count("\n") + 1

    @property
    def place(self):
        return f"{self.document}:{self.line}"

    @property
    def runs(self):
        return self.kind in ("sh", "console") and not self.words.startswith("not-run:")


def documents():
    pages = [page for page in sorted((ROOT / "docs").rglob("*.md")) if not {"build", "generated"} & set(page.parts)]
    return [ROOT / "README.md", *pages]


def blocks(document):
    return [Block(document.relative_to(ROOT).as_posix(), match) for match in FENCE.finditer(document.read_text())]


def shape(text):
    """Without numbers and the width of blanks: what differs between machines."""
    return re.sub(r"\s+", " ", re.sub(r"\d+(\.\d+)?", "0", text)).strip()


def missing_line(shown, printed):
    """The first shown line that is not printed where it should be, or nothing."""
    lines, at, anywhere = [shape(line) for line in printed.splitlines()], 0, False
    for line in shown:
        if line.strip() == "...":
            anywhere = True
            continue
        wanted = shape(line)
        while anywhere and at < len(lines) and lines[at] != wanted:
            at += 1
        if at == len(lines) or lines[at] != wanted:
            return line
        at, anywhere = at + 1, False
    return None


class Page:
    """A document's blocks in a folder of their own."""

    def __init__(self, document, folder, program, mirror, already=()):
        """already: texts of blocks that need not run again."""
        self.blocks, self.folder, self.already = blocks(document), folder, already
        for name in ("a9a", "a9a.t", "bank-full.csv"):
            if (mirror / name).exists():
                (folder / name).symlink_to(mirror / name)
        for name in ("configs", "papers", "examples", "src"):
            (folder / name).symlink_to(ROOT / name)
        # scripts/install-dependencies build installs no make: where there is one, it may not be what makes a command run.
        absent = folder / ".absent"
        absent.mkdir()
        for name in ("gmake", "make"):
            (absent / name).write_text("#!/bin/sh\necho 'there is no make where nothing was installed before' >&2\nexit 1\n")
            (absent / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{absent}:{program.parent}:{os.environ['PATH']}",
                            "SKETCHBENCH_MIRROR": str(mirror), "SKETCHBENCH_OFFLINE": "1",
                            # What a command prints depends on what has been prepared before.
                            "SKETCHBENCH_DATA": str(folder / "datasets/cache")}

    def shell(self, commands):
        return subprocess.run(["bash", "-euo", "pipefail", "-c", commands], cwd=self.folder, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=LONGEST, check=False)

    def run(self):
        """What is wrong, a text for each block."""
        wrong = []
        for block in self.blocks:
            if block.kind == "json" and block.words:
                (self.folder / block.words).write_text(block.text)
            elif block.text in self.already:
                continue
            elif block.runs and block.kind == "sh":
                ended = self.shell(block.text)
                if ended.returncode != 0:
                    wrong.append(f"{block.place}: exit code {ended.returncode}\n{ended.stdout[-2000:]}")
            elif block.runs:
                wrong += self.console(block)
        return wrong

    def console(self, block):
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, *shown = part.splitlines()
            ended = self.shell(command)
            if (line := missing_line(shown, ended.stdout)) is not None or ended.returncode != 0:
                yield f"{block.place}: $ {command}\nexit code {ended.returncode}, expected the line {line!r} in\n{ended.stdout}"
