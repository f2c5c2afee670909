// Puts the page together.

const layoutTasks = [];

/** Runs a task once everything is in the page. */
function afterLayout(task) {
  layoutTasks.push(task);
}

function banner(text) {
  return element("p", { class: `banner ${text.tone}` }, text.text);
}

function notesDetails(report) {
  if (report.notes.length === 0) return null;
  return element("details", { class: "notes" }, element("summary", {}, "Notes"),
    report.notes.map((section) => [element("h4", { style: "text-align: left" }, section.heading), list(section.lines, "notes")]));
}

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
  return [numbersOf(report), report.title].filter((part) => part !== "").join(": ");
}

function reportSection(report) {
  const section = element("section", { id: `report-${report.name}`, class: "report" },
    element("h2", {}, titleOfReport(report)), report.banners.map(banner),
    report.legend.map((line) => element("p", { class: "legend" }, line)),
    report.figures.map((figure) => figureSection(figure, titleOfReport(report))),
    report.tables.map((table) => tableSection(table, report)),
    csvDetails(report), notesDetails(report));
  const nothing = element("p", { class: "faint", hidden: true }, "No results match.");
  section.append(nothing);
  onFilter(() => { nothing.hidden = report.groups.length === 0 || report.groups.some(passes); });
  return section;
}

function contents() {
  const link = (id, title, remark) => element("li", {}, element("a", { href: `#${id}` }, title), remark ? element("span", { class: "faint" }, `: ${remark}`) : null);
  const items = data.reports.map((report) => link(`report-${report.name}`, titleOfReport(report), report.banners[0]?.text));
  if (data.overview.length > 0) items.push(link("overview", "Across experiments"));
  if (data.leaderboards.length > 0) items.unshift(link("leaderboard", "Leaderboard"));
  items.push(link("runs", `All ${plural(records.length, "run")}`));
  return element("ul", {}, items);
}

/** What all runs took and where, and how to compute them again. */
function origin() {
  const { lines, command } = data.origin;
  if (lines.length === 0) return [];
  return [element("p", { class: "legend" }, lines.join(" ")),
    element("details", {}, element("summary", {}, "How to compute everything again"), commandBox(command))];
}

function warnings() {
  const boxes = [];
  if (!haveCharts)
    boxes.push(element("p", { class: "notice" }, "This page was made without its charting library, so figures are tables of their values. ",
      element("code", {}, "scripts/install-dependencies page"), " installs it; then make the page again."));
  if (data.left_out.length > 0)
    boxes.push(element("div", { class: "notice" }, `Left out, because ${data.left_out.length === 1 ? "it" : "they"} could not be used:`, list(data.left_out)));
  return boxes;
}

function colophon() {
  const begun = records.map((record) => record.run?.started ?? "").filter((time) => time !== "").sort();
  const period = begun.length === 0 ? "" : ` Runs of ${begun[0].slice(0, 10)} to ${begun.at(-1).slice(0, 10)}.`;
  const charts = haveCharts ? ` Charts: Apache ECharts ${echarts.version}, Apache License 2.0.` : "";
  return `Made by sketchbench from ${plural(records.length, "record")}.${period}${charts}`;
}

/** The licences that the charting library carries at its head. */
function licences() {
  const text = chartLibrary.match(/^\/\*!([\s\S]*?)\*\//)?.[1];
  return text ? [element("details", {}, element("summary", {}, "Licences of the charting library"), element("pre", { tabindex: "0" }, text.trim()))] : [];
}

setUpTheme();
setUpFilters();
byId("origin").append(...origin());
byId("warnings").append(...warnings());
byId("contents").append(contents());
byId("reports").append(...data.reports.map(reportSection));
byId("overview").append(...data.overview.map((figure) => figureSection(figure)));
byId("overview").hidden = data.overview.length === 0;
setUpRuns();
setUpLeaderboard();
byId("colophon").textContent = colophon();
byId("colophon").after(...licences());
for (const task of layoutTasks) task();
setUpDialog();
document.documentElement.dataset.ready = "true";
