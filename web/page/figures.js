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

function panelIsDrawn(panel) {
  return panel.series.some((series) => series.points.length > 0);
}

function isDrawn(figure) {
  return figure.panels.some(panelIsDrawn);
}

function figureTitle(figure) {
  return figure.number ? `${figure.number}: ${figure.title}` : figure.title;
}

/** Series of one label share an entry. What was measured comes first, and of that what stands in front. */
function legendEntries(figure) {
  const entries = new Map();
  for (const series of figure.panels.flatMap((panel) => panel.series)) {
    if (series.points.length === 0) continue;
    const entry = entries.get(series.label) ?? { ...series, joined: false };
    entry.joined ||= series.mark !== "measured" || series.points.length > 1;
    entries.set(series.label, entry);
  }
  return [...entries.values()].sort((a, b) => marks.indexOf(a.mark) - marks.indexOf(b.mark) || a.behind - b.behind);
}

/** Entries are switches: what is switched off is not drawn. */
function legend(figure, hidden, changed) {
  const items = legendEntries(figure).map((entry) => {
    const button = element("button", { type: "button", "aria-pressed": "true", title: entry.label,
      onclick: () => {
        if (!hidden.delete(entry.label)) hidden.add(entry.label);
        button.setAttribute("aria-pressed", String(!hidden.has(entry.label)));
        changed();
      } }, legendSwatch(figure, entry), inWords(entry.label));
    return element("li", {}, button);
  });
  return element("ul", { class: "chart-legend", "aria-label": "Legend" }, items);
}

const pendingCharts = new Map();
const chartsInSight = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) if (isIntersecting) drawPending(target);
}, { rootMargin: "200px" });

function drawAllPending() {
  for (const box of [...pendingCharts.keys()]) drawPending(box);
}

function drawPending(box) {
  pendingCharts.get(box)?.();
  pendingCharts.delete(box);
  chartsInSight.unobserve(box);
}

function panelBox(figure, panel, hidden, redraws) {
  const name = [figureTitle(figure), inWords(panel.title)].filter((part) => part !== "").join(": ");
  const chart = element("div", { class: "chart", role: "img", "aria-label": `${name}. The values are in the table below.` });
  afterLayout(async () => {
    const { init } = await libraries();
    if (!chart.isConnected) return;
    pendingCharts.set(chart, () => {
      const draw = drawChart(init, chart, figure, panel, hidden);
      onTheme(draw);
      redraws.push(draw);
    });
    onLeave(() => pendingCharts.delete(chart));
    chartsInSight.observe(chart);
  });
  return element("div", { class: "panel" }, element("p", { class: "panel-title" }, inWords(panel.title)), chart);
}

function valuesTable(figure) {
  const rows = figure.panels.flatMap((panel) => panel.series.flatMap((series) => series.points.map((point) => ({ panel, series, point }))));
  const has = (value) => rows.some((row) => value(row));
  const columns = [
    has(({ panel }) => panel.title) && { name: "Panel", value: ({ panel }) => inWords(panel.title) },
    { name: "Series", value: ({ series, point }) => inWords(point.label ? `${series.label}, ${point.label}` : series.label) },
    has(({ series }) => series.kernel) && { name: "Kernel", value: ({ series }) => inWords(series.kernel) },
    { name: commonLabel(figure, "x"), right: true, value: ({ series, point }) => (series.mark === "level" ? "" : point.x), cell: ({ series, point }) => (series.mark === "level" ? "" : numberText(point.x)) },
    { name: commonLabel(figure, "y"), right: true, value: ({ point }) => point.y, cell: ({ point }) => numberText(point.y) },
    has(({ point }) => point.low !== null) && { name: "Error bar", right: true, value: ({ point }) => point.low ?? "",
      cell: ({ point }) => (point.low === null || point.high === null ? "" : `${numberText(point.low)} to ${numberText(point.high)}`) },
    has(({ point }) => point.records.length > 0) && { name: "Runs", right: true, value: ({ point }) => point.records.length, cell: (row) => runsButton(figure, row) },
  ].filter(Boolean);
  return grid(`Values of ${figure.number || figure.title}`, columns, rows).box;
}

function commonLabel(figure, axis) {
  return [...new Set(figure.panels.filter(panelIsDrawn).map((panel) => panel[axis].label))].join(" / ");
}

function runsButton(figure, { panel, series, point }) {
  const count = point.records.length;
  return count === 0 ? "" : element("button", {
    type: "button", class: "number", onclick: () => openRecords(point.records, pointName(figure, panel, series, point)),
  }, plural(count, "run"));
}

/** Legend, panels, caption and values. */
function figureBox(figure, { caption = true } = {}) {
  const panels = figure.panels.filter(panelIsDrawn);
  const box = element("figure", { id: `figure-${figure.name}`, "aria-label": figure.alt });
  const hidden = new Set(), redraws = [];
  if (haveLibraries)
    box.append(legend(figure, hidden, () => redraws.forEach((draw) => draw())),
      element("div", { class: `panels ${panels.some((panel) => panel.title) ? "" : "untitled"}`, style: `--columns: ${Math.min(figure.columns, panels.length)}` },
        panels.map((panel) => panelBox(figure, panel, hidden, redraws))));
  if (caption) box.append(element("figcaption", { class: "caption" }, figure.caption));
  if (caption || !haveLibraries) box.append(lazyDetails("All values of this figure", () => valuesTable(figure), !haveLibraries));
  return box;
}

/** Without a heading of its own where the one above says the same. */
function figureSection(figure, titleAbove = "") {
  const title = figureTitle(figure);
  const section = element("section", { class: "figure" }, title === titleAbove ? null : element("h3", {}, title));
  if (isDrawn(figure)) section.append(figureBox(figure));
  const missing = list(figure.missing.map(inWords), "notes");
  if (missing) section.append(element("p", { class: "caption" }, "Not drawn:"), missing);
  return section;
}
