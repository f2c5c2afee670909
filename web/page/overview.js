// What the page is about: each paper with its verdicts and a figure, and what lies across them.

function reportsOf(paper) {
  return data.reports.filter((report) => report.paper === paper.name);
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The figure that stands for a paper: its first row of panels. */
function frontFigure(paper) {
  const reports = reportsOf(paper);
  const front = reports.find((report) => report.name === paper.front && report.figures.some(isDrawn))
    ?? reports.find((report) => report.figures.some(isDrawn));
  const figure = front?.figures.find(isDrawn);
  return figure ? { report: front, figure: { ...figure, panels: figure.panels.filter(panelIsDrawn).slice(0, Math.min(figure.columns, 3)) } } : null;
}

function paperCard(paper) {
  const front = frontFigure(paper);
  const claims = ownClaims(paper);
  return element("section", { class: "card" },
    element("h2", {}, element("a", { href: `#/papers/${paper.name}` }, capital(paper.title))),
    element("p", { class: "faint" }, paper.citation),
    claims.length > 0 ? verdictBar(claims) : null,
    element("p", {}, element("strong", {}, foundIn(paper)), " ", element("a", { href: `#/papers/${paper.name}/claims` }, "Each claim with its cases")),
    front ? [figureBox(front.figure, { caption: false }),
      element("p", { class: "caption" }, `${figureTitle(front.figure)}. `, element("a", { href: linkTo(front.report) }, "The whole figure, its caption and its numbers"))] : null);
}

function overviewView() {
  const runs = data.reports.flatMap((report) => report.groups);
  const methods = new Set(runs.map((group) => group.method)), datasets = new Set(runs.map((group) => group.dataset));
  const across = data.across.filter(isDrawn);
  return element("div", {}, element("h1", {}, "Randomised kernel methods, measured again"),
    element("p", { class: "lead" }, `${plural(data.records, "run")} of ${plural(methods.size, "method")} on ${plural(datasets.size, "data set")}. Every number here is made from the records of single runs and leads to them.`),
    data.papers.map(paperCard),
    across.length > 0 ? element("section", { class: "card" }, element("h2", {}, "Across experiments"),
      element("ul", { class: "links" }, across.map((figure) => element("li", {}, element("a", { href: `#/experiments/${figure.name}` }, figure.title))))) : null,
    otherReports().length > 0 ? element("section", { class: "card" }, element("h2", {}, "Of no paper"),
      element("ul", { class: "links" }, otherReports().map((report) => element("li", {}, element("a", { href: linkTo(report) }, titleOfReport(report)))))) : null);
}

function otherReports() {
  return data.reports.filter((report) => !data.papers.some((paper) => paper.name === report.paper));
}
