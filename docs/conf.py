"""The documentation's site; scripts/docs builds it."""

import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS))

import generate  # noqa: E402

project = "sketchbench"
author = copyright = "the sketchbench authors"
version = release = generate.version()

extensions = [
    "myst_parser",
    "breathe",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["build", "generated/datasets.md", "generated/record.md", "requirements.txt", "generated/gallery/**/*.ipynb"]
html_theme = "furo"
html_title = f"sketchbench {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_copyright = False

myst_enable_extensions = ["colon_fence", "deflist"]
# No dashes: options of commands begin with two hyphens.
smartquotes_action = "qe"
myst_heading_anchors = 4
myst_links_external_new_tab = False
copybutton_prompt_text = "$ "
copybutton_copy_empty_lines = False

breathe_projects = {"sketchbench": str(DOCS / "build" / "doxygen" / "xml")}
breathe_default_project = "sketchbench"
breathe_default_members = ("members",)
breathe_show_include = True
suppress_warnings = ["duplicate_declaration.cpp"]  # the namespace, which every header has

numpydoc_show_class_members = False
autodoc_typehints = "none"

sphinx_gallery_conf = {
    "examples_dirs": str(ROOT / "examples" / "gallery"),
    "gallery_dirs": "generated/gallery",
    "show_memory": False,
    "min_reported_time": 1e9,
    "download_all_examples": False,
    "show_signature": False,
}

# Links that leave the folder of the documents lead to the pages that are made of those files.
LINK = re.compile(r"\]\(((?:\.\./)+)([^)#\s]+)(#[^)\s]*)?\)")


def target_of(document, up, path):
    """The page of a file of the repository, seen from a document; the file itself for a download, or nothing."""
    file = (DOCS / document).parent / up / path
    file = file.resolve()
    if file.is_relative_to(DOCS):
        return up + path
    page = generate.PAGES.get(file.relative_to(ROOT).as_posix())
    if page:
        return "/" + page
    return up + path if file.is_file() else None


def rewrite(app, document, source):
    def link(match):
        up, path, anchor = match.groups()
        target = target_of(document, up, path)
        return f"]({target}{anchor or ''})" if target else "]"

    text = LINK.sub(link, source[0])
    # A fence's further words are for the test that runs it.
    source[0] = re.sub(r"^(```(?:sh|json|console|python)) [^\n{]+$", r"\1", text, flags=re.M)


def escape_names(app, what, name, obj, options, lines):
    """Docstrings are plain text for help(): "classes_" is no link, "|w|" no substitution."""
    for number, line in enumerate(lines):
        line = re.sub(r"(?<!\\)\|", r"\|", line)
        lines[number] = re.sub(r"(?<![`\w*])(\w+)_(?![\w`*])", r"\1\_", line)


def skip_routing(app, what, name, obj, skip, options):
    """scikit-learn's methods for metadata are not the package's."""
    return True if re.match(r"set_\w+_request$|get_metadata_routing$", name) else None


def setup(app):
    generate.everything()
    app.connect("source-read", rewrite)
    app.connect("autodoc-process-docstring", escape_names, priority=900)  # behind numpydoc
    app.connect("autodoc-skip-member", skip_routing)
