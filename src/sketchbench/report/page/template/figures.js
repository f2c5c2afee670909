// The figures: legend, panels, caption, and all values as a table, which needs neither a mouse nor the charts.

function legendSwatch(figure, entry) {
  const style = figure.styles[entry.key];
  const shapes = {
    circle: () => svgElement("circle", { cx: 20, cy: 8, r: 4.5 }),
    square: () => svgElement("rect", { x: 16, y: 4, width: 8, height: 8 }),
    diamond: () => svgElement("path", { d: "M20,2.5 L25.5,8 L20,13.5 L14.5,8 Z" }),
    triangle: () => svgElement("path", { d: "M20,3 L25,12 L15,12 Z" }),
    triangle_down: () => svgElement("path", { d: "M15,4 L25,4 L20,13 Z" }),
    pentagon: () => svgElement("path", { d: "M20,3 L25,6.8 L23.1,13 L16.9,13 L15,6.8 Z" }),
  };
  const dash = dashOf(figure, entry);
  const swatch = svgElement("svg", { viewBox: "0 0 40 16", "aria-hidden": "true" });
  if (entry.joined)
    swatch.append(svgElement("line", { x1: 0, x2: 40, y1: 8, y2: 8, "stroke-width": 2, "stroke-dasharray": dash === "solid" ? null : dash.join(" ") }));
  if (entry.mark === "measured") swatch.append(shapes[style.symbol]());
  onTheme(() => {
    const colour = seriesColour(figure, entry);
    swatch.setAttribute("stroke", colour);
    swatch.setAttribute("fill", style.hollow ? themeColour("--ground") : colour);
  });
  return swatch;
}

const marks = ["measured", "theory", "level"];

/** Series of one label share an entry; it is shown while any of them is. What was measured comes first. */
function legend(figure) {
  const entries = new Map();
  for (const panel of figure.panels)
    for (const series of panel.series) {
      if (series.points.length === 0) continue;
      const joined = series.mark !== "measured" || series.points.length > 1;
      const entry = entries.get(series.label) ?? { ...series, joined: false, members: [] };
      entry.joined ||= joined;
      entry.members.push({ panel, series });
      entries.set(series.label, entry);
    }
  const inOrder = [...entries.values()].sort((a, b) => marks.indexOf(a.mark) - marks.indexOf(b.mark));
  const items = inOrder.map((entry) => {
    const item = element("li", {}, legendSwatch(figure, entry), entry.label);
    onFilter(() => { item.hidden = !entry.members.some(({ panel, series }) => shownSeries(panel).includes(series)); });
    return item;
  });
  return element("ul", { class: "chart-legend", "aria-label": "Legend" }, items);
}

function panelBox(figure, panel) {
  const label = [figure.number, figure.title, panel.title].filter((part) => part !== "").join(": ");
  const chart = element("div", { class: "chart", role: "img", "aria-label": `${label}. The values are in the table below.` });
  const box = element("div", { class: "panel" }, panel.title ? element("h4", {}, panel.title) : null, chart);
  let draw = null;
  const update = () => {
    box.hidden = shownSeries(panel).length === 0;
    if (box.hidden) return;
    draw ??= drawChart(chart, figure, panel);
    draw();
  };
  // A chart takes its size from its box, which has one once it is in the page.
  afterLayout(() => { onTheme(update); onFilter(update); });
  return box;
}

function valuesTable(figure) {
  const rows = figure.panels.flatMap((panel) => panel.series.flatMap((series) => series.points.map((point) => ({ panel, series, point }))));
  const has = (value) => rows.some((row) => value(row));
  const columns = [
    has(({ panel }) => panel.title) && { name: "Panel", cell: ({ panel }) => panel.title },
    { name: "Series", cell: ({ series }) => series.label },
    has(({ series }) => series.kernel) && { name: "Kernel", cell: ({ series }) => series.kernel },
    { name: commonLabel(figure, "x"), numeric: true, cell: ({ series, point }) => (series.mark === "level" ? "" : numberText(point.x)) },
    { name: commonLabel(figure, "y"), numeric: true, cell: ({ point }) => numberText(point.y) },
    has(({ point }) => point.low !== null) && { name: "Error bar", numeric: true,
      cell: ({ point }) => (point.low === null || point.high === null ? "" : `${numberText(point.low)} to ${numberText(point.high)}`) },
    has(({ point }) => point.records.length > 0) && { name: "Runs", numeric: true, cell: (row) => runsButton(figure, row) },
  ].filter(Boolean);
  const body = rows.map((row) => element("tr", {}, columns.map((column) => element("td", { class: column.numeric ? "right" : null }, column.cell(row)))));
  onFilter(() => rows.forEach(({ panel, series }, i) => { body[i].hidden = !passes(seriesItem(panel, series)); }));
  const head = element("tr", {}, columns.map((column) => element("th", { scope: "col", class: column.numeric ? "right" : null }, column.name)));
  return scrollBox(`Values of ${figure.number || figure.title}`,
    element("table", { class: "values" }, element("thead", {}, head), element("tbody", {}, body)));
}

function commonLabel(figure, axis) {
  return [...new Set(figure.panels.map((panel) => panel[axis].label))].join(" / ");
}

function runsButton(figure, { panel, series, point }) {
  const count = point.records.length;
  return count === 0 ? "" : element("button", {
    type: "button", class: "number", onclick: () => openRecords(point.records, pointName(figure, panel, series, point)),
  }, plural(count, "run"));
}

/** Without a heading of its own where the one above says the same. */
function figureSection(figure, titleAbove = "") {
  const title = figure.number ? `${figure.number}: ${figure.title}` : figure.title;
  const panels = figure.panels.filter((panel) => panel.series.some((series) => series.points.length > 0));
  const section = element("section", { class: "figure", id: `figure-${figure.name}` }, title === titleAbove ? null : element("h3", {}, title));
  if (panels.length > 0) {
    const box = element("figure", {});
    if (haveCharts)
      box.append(legend(figure), element("div", { class: "panels", style: `--columns: ${Math.min(figure.columns, panels.length)}` }, panels.map((panel) => panelBox(figure, panel))));
    box.append(element("figcaption", { class: "caption" }, figure.caption),
      element("details", { open: !haveCharts }, element("summary", {}, "All values of this figure"), valuesTable(figure)));
    section.append(box);
    onFilter(() => { box.hidden = panels.every((panel) => shownSeries(panel).length === 0); });
  }
  const missing = list(figure.missing, "notes");
  if (missing) section.append(element("p", { class: "caption" }, "Not drawn:"), missing);
  return section;
}
