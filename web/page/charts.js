// A panel of a figure as Apache ECharts draws it: the same scales, colours and symbols as the static figures.

const fontSize = 12;
const symbolSize = 8;
// A second and a third theory of one key are dashed in another way.
const dashes = [[7, 4], [2, 4], [9, 4, 2, 4]];

/** Symbols that ECharts has no word for, as paths. */
const symbolPaths = {
  triangle_down: "path://M0,0 L10,0 L5,9 Z",
  pentagon: "path://M5,0 L10,3.8 L8.1,10 L1.9,10 L0,3.8 Z",
  square: "rect",
};

function chartSymbol(style) {
  return symbolPaths[style.symbol] ?? style.symbol;
}

function seriesColour(figure, series) {
  return figure.styles[series.key][isDark() ? "dark" : "light"];
}

/** Which of its key's theories a series is. */
function theoryNumber(figure, series) {
  const labels = figure.panels.flatMap((panel) => panel.series)
    .filter((other) => other.mark === "theory" && other.key === series.key).map((other) => other.label);
  return [...new Set(labels)].indexOf(series.label);
}

function dashOf(figure, series) {
  return series.mark === "theory" ? dashes[theoryNumber(figure, series) % dashes.length] : "solid";
}

function axisOption(axis, isX, colours) {
  // Grid lines go with ticks; those between the labelled ones would crowd a logarithmic axis.
  const labels = new Map(axis.ticks.filter((tick) => tick.label !== "").map((tick) => [tick.at, tick.label]));
  const labelled = [...labels.keys()];
  return {
    type: axis.logarithmic ? "log" : "value",
    min: axis.low,
    max: axis.high,
    name: axis.label,
    nameLocation: "middle",
    nameGap: isX ? 26 : 10,
    nameTextStyle: { fontSize, color: colours.text },
    axisLine: { show: true, onZero: false, lineStyle: { color: colours.faint } },
    axisTick: { show: true, customValues: labelled },
    axisLabel: {
      fontSize, color: colours.text, customValues: labelled, showMinLabel: null, showMaxLabel: null, hideOverlap: true,
      // A logarithmic axis gives its values back with rounding errors.
      formatter: (value) => labels.get(value) ?? labels.get(nearest(labelled, value)),
    },
    splitLine: { lineStyle: { color: colours.line } },
  };
}

function nearest(values, value) {
  return values.reduce((best, other) => (Math.abs(other - value) < Math.abs(best - value) ? other : best), values[0]);
}

function canShow(value, axis) {
  return Number.isFinite(value) && (!axis.logarithmic || value > 0);
}

function drawablePoints(panel, series) {
  return series.points.filter((point) => canShow(point.x, panel.x) && canShow(point.y, panel.y));
}

/** What a line is drawn through: its points, for a level one above each x of the panel and at both ends. */
function placesOf(panel, series) {
  if (series.mark !== "level") return drawablePoints(panel, series).map((point) => [point.x, point]);
  const level = series.points[0];
  if (!canShow(level.y, panel.y)) return [];
  const others = panel.series.filter((other) => other.mark !== "level").flatMap((other) => drawablePoints(panel, other));
  const places = new Set([panel.x.low, panel.x.high, ...others.map((point) => point.x)]);
  return [...places].sort((a, b) => a - b).map((x) => [x, level]);
}

function lineOption(panel, series, look) {
  const isMeasured = series.mark === "measured";
  const fill = look.style.hollow ? { color: look.ground, borderColor: look.colour, borderWidth: 1.5 } : { color: look.colour };
  return {
    type: "line",
    symbol: isMeasured ? chartSymbol(look.style) : "circle",
    symbolSize: isMeasured && !series.behind ? symbolSize : 6,
    showAllSymbol: true,
    // The points of theories and levels cannot be seen, but are there to be pointed at.
    itemStyle: { ...fill, opacity: isMeasured ? 1 : 0 },
    lineStyle: { color: look.colour, width: series.behind ? 1 : 1.9, type: look.dash },
    emphasis: { scale: 1.4, itemStyle: { opacity: 1 } },
    z: !isMeasured ? 2 : series.behind ? 3 : 4,
    data: placesOf(panel, series).map(([x, point]) => ({ value: [moved(x, series, panel), point.y], shown: { panel, series, point } })),
  };
}

/** Where a point is drawn whose series stands beside others, for their error bars (dodges.hpp). */
function moved(x, series, { x: { low, high, logarithmic } }) {
  if (series.dodge === 0) return x;
  return logarithmic ? x * (high / low) ** series.dodge : x + series.dodge * (high - low);
}

/** Error bars: a line from the low to the high end, with a cap on each. */
function errorBarOption(panel, series, look) {
  if (series.mark !== "measured") return null;
  const bars = drawablePoints(panel, series).filter((point) => point.low !== null && point.high !== null);
  if (bars.length === 0) return null;
  const inside = (value) => Math.min(Math.max(value, panel.y.low), panel.y.high);
  return {
    type: "custom", silent: true, z: 2, clip: true,
    data: bars.map((point) => [moved(point.x, series, panel), inside(point.low), inside(point.high)]),
    renderItem: (_, api) => {
      const [x, low] = api.coord([api.value(0), api.value(1)]);
      const [, high] = api.coord([api.value(0), api.value(2)]);
      const style = { stroke: look.colour, lineWidth: series.behind ? 0.8 : 1.1, fill: "none" };
      const line = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style });
      return { type: "group", children: [line(x, low, x, high), line(x - 2.5, low, x + 2.5, low), line(x - 2.5, high, x + 2.5, high)] };
    },
  };
}

function seriesOptions(figure, panel, series, ground) {
  const look = {
    style: figure.styles[series.key], colour: seriesColour(figure, series), dash: dashOf(figure, series), ground,
  };
  return [lineOption(panel, series, look), errorBarOption(panel, series, look)].filter((option) => option !== null);
}

function tip({ panel, series, point }) {
  const isLevel = series.mark === "level";
  const facts = [[panel.y.label, numberText(point.y)]];
  if (!isLevel) facts.unshift([panel.x.label, numberText(point.x)]);
  if (point.low !== null && point.high !== null) facts.push(["error bar", `${numberText(point.low)} to ${numberText(point.high)}`]);
  const runs = point.records.length;
  return element("div", { class: "tip" },
    element("strong", {}, inWords(point.label ? `${series.label}, ${point.label}` : series.label)),
    series.kernel ? `, ${inWords(series.kernel)}` : null,
    facts.map(([name, value]) => element("div", {}, `${name}: ${value}`)),
    runs > 0 ? element("div", { class: "faint" }, `${plural(runs, "run")}: click to see ${runs === 1 ? "it" : "them"}`) : null);
}

function chartOption(figure, panel, hidden) {
  const colours = { text: themeColour("--text"), faint: themeColour("--faint"), line: themeColour("--line") };
  const ground = themeColour("--ground");
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 4, right: 12, top: 8, bottom: 4, outerBoundsMode: "same", outerBoundsContain: "all" },
    xAxis: axisOption(panel.x, true, colours),
    yAxis: axisOption(panel.y, false, colours),
    tooltip: {
      trigger: "item", confine: true, backgroundColor: themeColour("--raised"), borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 13 },
      formatter: (item) => (item.data?.shown ? tip(item.data.shown) : ""),
    },
    series: panel.series.filter((series) => series.points.length > 0 && !hidden.has(series.label)).flatMap((series) => seriesOptions(figure, panel, series, ground)),
  };
}

/** Draws a panel into its box and keeps it up with the box's size; returns a function that draws it again. */
function drawChart(init, box, figure, panel, hidden) {
  const chart = init(box, null, { renderer: "canvas", devicePixelRatio: Math.max(2, devicePixelRatio) });
  chart.on("click", (item) => {
    const { series, point } = item.data?.shown ?? {};
    if (point && point.records.length > 0) openRecords(point.records, pointName(figure, panel, series, point));
  });
  const size = new ResizeObserver(() => chart.resize());
  size.observe(box);
  onLeave(() => { size.disconnect(); chart.dispose(); });
  onPrint(() => chart.resize());
  return () => {
    chart.setOption(chartOption(figure, panel, hidden), { notMerge: true });
    box.dataset.drawn = "true";
    box.chart = chart;
  };
}

function pointName(figure, panel, series, point) {
  const place = series.mark === "level" ? "" : `, ${panel.x.label} ${numberText(point.x)}`;
  return [figure.number || figure.title, inWords(panel.title), `${series.label}${place}`].filter((part) => part !== "").join(": ");
}
