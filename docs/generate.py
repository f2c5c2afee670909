"""Writes docs/generated: pages of what the program says, of what was measured, and of the library's headers."""

import json
import os
import pathlib
import re
import shutil
import subprocess

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent
MADE = DOCS / "generated"
PROGRAM = os.environ.get("SKETCHBENCH", str(ROOT / "build/dev/sketchbench"))

# The page of a file of the repository, by its path there; for links.
PAGES = {
    "CONTRIBUTING.md": "generated/contributing.md",
    "CHANGELOG.md": "changes.md",
    "README.md": "index.md",
    "results/README.md": "generated/reference-run.md",
    "datasets/README.md": "reference/manifests.md",
}


def version():
    return re.search(r"^project\(\w+ VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def write(name, text):
    file = MADE / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def said(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def commands():
    """Every command and subcommand; the completion knows them."""
    return re.findall(r'^    \["sketchbench ([^"]*)"\]=', said("completion", "bash"), re.M)


def command_line():
    text = "# Command line\n\nEach command as its `--help` describes it.\n\n```text\n" + said("--help") + "```\n"
    for command in dict.fromkeys(commands()):
        text += f"\n## sketchbench {command}\n\n```text\n{said(*command.split(), '--help')}```\n"
    write("command-line.md", text)


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def datasets():
    text = "| name | task | what it is | citation |\n| --- | --- | --- | --- |\n"
    for file in sorted((ROOT / "datasets").glob("*.json")):
        manifest = json.loads(file.read_text())
        if "splits" in manifest:
            text += (f"| `{file.stem}` | {manifest.get('task', 'classification')} | {escaped(manifest['title'])} | "
                     f"{escaped(manifest['citation'])} |\n")
    write("datasets.md", text)


def record():
    header = (ROOT / "src/sketchbench/harness/cell/record.hpp").read_text()
    lines = re.search(r"// clang-format off.*?\n(.*?)// clang-format on", header, re.S)[1].splitlines()
    write("record.md", "```text\n" + "\n".join(line.removeprefix("///").removeprefix(" ") for line in lines) + "\n```\n")


def relinked(text, folder, page):
    """Links of a document in `folder`, for a page in docs/generated."""
    def link(match):
        path, anchor = match[1], match[2] or ""
        if re.match(r"[a-z]+:|#|/", path):
            return match[0]
        file = os.path.normpath(os.path.join(folder, path))
        return f"]({os.path.relpath(ROOT / file, (MADE / page).parent)}{anchor})"
    return re.sub(r"\]\(([^)#\s]+)(#[^)\s]*)?\)", link, text)


def copied(source, page, figures=()):
    text = (ROOT / source).read_text()
    text = relinked(text, pathlib.PurePosixPath(source).parent.as_posix(), page)
    title, _, rest = text.partition("\n")
    # No level of headings is left out.
    rest, level = rest.splitlines(), 1
    for number, line in enumerate(rest):
        if heading := re.match(r"(#+) ", line):
            level = min(len(heading[1]), level + 1)
            rest[number] = "#" * level + line[len(heading[1]):]
    rest = "\n".join(rest) + "\n"
    shown = "".join(f"\n![{figure.stem}]({os.path.relpath(figure, (MADE / page).parent)})\n" for figure in figures)
    write(page, title + "\n" + shown + rest)


def tables():
    for table in sorted((ROOT / "results").glob("*/*/table.md")):
        run, name = table.relative_to(ROOT / "results").parts[:2]
        if (ROOT / "results" / run / "records").exists():
            name = name if run == "reference" else f"{name}-{run}"
            PAGES[table.relative_to(ROOT).as_posix()] = f"generated/results/{name}.md"
    for table in sorted([*(ROOT / "results").glob("**/bench/*.md"), *(ROOT / "results").glob("checks/*.md")]):
        run = table.parent.parent.name  # "results", or that of a repetition
        name = table.stem if run == "results" else f"{table.stem}-{run}"
        PAGES[table.relative_to(ROOT).as_posix()] = f"generated/bench/{name}.md"
    for source, page in list(PAGES.items()):
        if not page.startswith("generated/"):
            continue
        figures = sorted((ROOT / source).parent.glob("*.svg")) if source.endswith("/table.md") else ()
        copied(source, page.removeprefix("generated/"), figures)
    for alone in ("results/README.md", "CONTRIBUTING.md"):
        copied(alone, PAGES[alone].removeprefix("generated/"))


# What stands behind a user's first steps comes first.
PARTS = ("features", "kernels", "learners", "models", "data", "core", "numerics")


def public_headers():
    for listing in sorted((ROOT / "src/sketchbench").glob("*/CMakeLists.txt")):
        for names in re.findall(r"sketchbench_public_headers\(([^)]*)\)", listing.read_text()):
            yield from (listing.parent / name for name in names.split())


def doxygen():
    """Breathe reads what Doxygen makes of the public headers."""
    headers = sorted(public_headers())
    assert len({header.name for header in headers}) == len(headers), "two public headers have one name"
    folder = DOCS / "build" / "doxygen"
    folder.mkdir(parents=True, exist_ok=True)
    settings = {
        "INPUT": " ".join(str(header) for header in headers), "OUTPUT_DIRECTORY": folder, "GENERATE_XML": "YES",
        "GENERATE_HTML": "NO", "GENERATE_LATEX": "NO", "QUIET": "YES", "WARNINGS": "NO", "JAVADOC_AUTOBRIEF": "YES",
        "STRIP_FROM_PATH": ROOT / "src", "EXTRACT_ALL": "YES", "MACRO_EXPANSION": "YES", "EXCLUDE_SYMBOLS": "*::detail*",
        "FILE_PATTERNS": "*.hpp", "MARKDOWN_SUPPORT": "NO", "AUTOLINK_SUPPORT": "NO", "XML_PROGRAMLISTING": "NO",
    }
    text = "".join(f"{key} = {value}\n" for key, value in settings.items())
    subprocess.run(["doxygen", "-"], input=text, text=True, check=True)
    # Sphinx cannot read designated initialisers, nor a lambda as a default.
    for file in (folder / "xml").glob("*.xml"):
        text = re.sub(r"<initializer>(?:= )?\{.*?</initializer>", "", file.read_text(), flags=re.S)
        file.write_text(text.replace("=[] {}", "={}").replace("[] {}", "{}"))
    for number, part in enumerate(PARTS):
        here = [header for header in headers if header.relative_to(ROOT / "src/sketchbench").parts[0] == part]
        page = f"# {part}\n"
        for header in here:
            name = header.relative_to(ROOT / "src")
            page += f"\n## {name}\n\n```{{doxygenfile}} {name.name}\n```\n"  # Breathe knows files by their names
        if here:
            write(f"cpp/{number}-{part}.md", page)


def python():
    write("python.md", "# Python\n\n```{toctree}\n:maxdepth: 1\n\ngallery/index\n```\n\n```{eval-rst}\n"
          ".. automodule:: sketchbench\n   :members:\n   :imported-members:\n```\n")


def everything():
    for old in ("results", "bench", "cpp"):
        shutil.rmtree(MADE / old, ignore_errors=True)
    command_line()
    datasets()
    record()
    tables()
    doxygen()
    python()
