// A paper's page, the list of experiments, and what one of these shows.

/** "Table 1, Table 2": which numbers of the paper a report has; "Table 1 (a)" where it has only that part. */
function numbersOf(report) {
  const whole = new Map();
  for (const { number } of [...report.tables, ...report.figures]) {
    const name = number.replace(/ \(.*\)$/, "");
    if (name !== "") whole.set(name, whole.has(name) ? name : number);
  }
  return [...whole.values()].join(", ");
}

function titleOfReport(report) {
  return [numbersOf(report), inWords(report.title)].filter((part) => part !== "").join(": ");
}

function linkTo(report) {
  return data.papers.some((paper) => paper.name === report.paper) ? `#/papers/${report.paper}/${report.name}` : `#/experiments/${report.name}`;
}

/** Everything that an experiment shows. */
function reportView(report, heading = "h2") {
  const figures = report.figures.filter((figure) => isDrawn(figure) || figure.missing.length > 0);
  return element("article", { class: "report", "data-name": report.name },
    element(heading, {}, titleOfReport(report)),
    report.banners.map((banner) => element("p", { class: `banner ${banner.tone}` }, banner.text)),
    report.file === "" ? null : element("p", { class: "faint" }, element("code", {}, report.file), report.beside === "" ? null : ` Published numbers beside ours: ${report.beside}.`),
    claimsMeasuredBy(report),
    figures.map((figure) => figureSection(figure, titleOfReport(report))),
    report.tables.map((table) => tableSection(table, report)),
    report.legend.map((line) => element("p", { class: "legend" }, line)),
    csvDetails(report),
    report.notes.length === 0 ? null : lazyDetails("Notes", () => report.notes.map((section) => [element("h4", {}, section.heading), list(section.lines.map(inWords), "notes")]).flat()));
}

/** The claims that an experiment's runs decide, so that its table and their verdicts are read together. */
function claimsMeasuredBy(report) {
  const paper = data.papers.find((one) => one.name === report.paper);
  const claims = paper?.claims.filter((claim) => claim.measured_by.includes(report.name)) ?? [];
  if (claims.length === 0) return null;
  return lazyDetails(`Claims measured by this (${claims.length})`, () => claimLinks(paper, claims));
}

/** Each claim's count first, then its first sentence, which leads to it. */
function claimLinks(paper, claims) {
  return element("ul", { class: "claim-links" }, claims.map((claim) => element("li", {}, `${capital(casesText(claim))}. `,
    element("a", { href: `#/papers/${paper.name}/claims/${claim.id}` }, claimProse(firstSentence(claim.statement))))));
}

const kindsOfReports = { table: "Tables", figure: "Figures", checks: "Checks", claims: "Claims" };

function sideLinks(paper, part) {
  const root = `#/papers/${paper.name}`;
  const link = (href, text, here) => element("li", {}, element("a", { href, "aria-current": here ? "page" : null }, text));
  const reports = reportsOf(paper);
  const groups = Object.entries(kindsOfReports).map(([kind, title]) => {
    const all = reports.filter((report) => report.shows === kind);
    if (all.length === 0) return null;
    const [first, further] = ownFirst(all);
    const links = (some, titleOf) => element("ul", {}, some.map((report) => link(`${root}/${report.name}`, titleOf(report), part === report.name)));
    return [element("p", { class: "side-title" }, title), links(first, (report) => numbersOf(report) || inWords(report.title)),
      further.length === 0 ? null : element("details", { open: further.some((report) => report.name === part) },
        element("summary", { class: "side-title" }, `Further ${title.toLowerCase()} (${further.length})`), links(further, (report) => inWords(report.title)))];
  });
  return [element("ul", {}, link(root, "Summary", part === ""), paper.claims.length > 0 ? link(`${root}/claims`, `Claims (${bothCounts(paper.claims)})`, part === "claims") : null), groups];
}

/** What has the paper's own numbers, in their order, and the others, among them what shows such a number again. */
function ownFirst(reports) {
  const isOwn = (report) => numbersOf(report) !== "" && !reports.some((other) => report.name.startsWith(`${other.name}_`));
  const own = reports.filter(isOwn).sort((a, b) => numbersOf(a).localeCompare(numbersOf(b), "en-GB", { numeric: true }));
  return own.length === 0 ? [reports, []] : [own, reports.filter((report) => !isOwn(report))];
}

function paperSummary(paper) {
  const front = frontFigure(paper);
  const failing = ownClaims(paper).filter((claim) => claim.verdict === "does not hold");
  return [
    ownClaims(paper).length > 0 ? verdictBar(ownClaims(paper)) : null,
    element("p", {}, element("strong", {}, foundIn(paper))),
    failing.length > 0 ? [element("h2", {}, "What does not hold"), claimLinks(paper, failing)] : null,
    front ? figureSection(front.report.figures.find(isDrawn)) : null];
}

function paperView(paper, part = "", detail = "") {
  const report = reportsOf(paper).find((one) => one.name === part);
  const body = part === "claims" ? claimsView(paper, detail) : report ? reportView(report) : paperSummary(paper);
  const side = () => element("nav", { class: "side", "aria-label": capital(paper.title) }, sideLinks(paper, part));
  return element("div", { class: "paper" },
    element("h1", {}, capital(paper.title)), element("p", { class: "faint" }, paper.citation),
    element("details", { class: "side-menu" }, element("summary", {}, "Parts of this paper"), side()),
    element("div", { class: "with-side" }, side(), element("div", { class: "body" }, body)));
}

function experimentsView(name = "") {
  const report = data.reports.find((one) => one.name === name);
  if (report) return element("div", {}, element("p", {}, element("a", { href: "#/experiments" }, "All experiments")), reportView(report, "h1"));
  const figure = data.across.find((one) => one.name === name);
  if (figure) return element("div", {}, element("p", {}, element("a", { href: "#/experiments" }, "All experiments")),
    element("h1", {}, figureTitle(figure)), figureSection(figure, figureTitle(figure)));
  const columns = [
    { name: "Name", value: (row) => row.name, cell: (row) => element("a", { href: row.link }, row.name) },
    { name: "Paper", value: (row) => row.paper },
    { name: "Kind", value: (row) => row.kind },
    { name: "Results", value: (row) => row.results, cell: (row) => (row.results === 0 ? "" : numberText(row.results)), right: true },
    { name: "Complete", value: (row) => (row.results === 0 ? "" : row.done === row.results ? "yes" : `${row.done} of ${row.results}`) },
    { name: "Shows", value: (row) => row.title, wraps: true, widest: innerWidth < 1200 ? 250 : 900 },
  ];
  const rows = [...data.reports.map((one) => ({
    name: one.name, link: linkTo(one), title: titleOfReport(one), paper: one.paper, kind: one.experiment.replaceAll("_", " "),
    results: one.groups.length, done: one.groups.filter((group) => group.status === "done").length,
  })), ...data.across.filter(isDrawn).map((one) => ({ name: one.name, link: `#/experiments/${one.name}`, title: figureTitle(one), paper: "", kind: "across experiments", results: 0, done: 0 }))];
  return element("div", {}, element("h1", {}, "Experiments"), grid("Experiments", columns, rows, { most: rows.length }).box);
}
