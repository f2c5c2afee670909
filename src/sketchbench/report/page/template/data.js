// What the page was made from.

if (typeof DecompressionStream === "undefined") {
  const missing = "This browser cannot unpack the page's records: it has no DecompressionStream. Chrome and Edge have it from version 80 on, Safari from 16.4, Firefox from 113.";
  byId("warnings").append(element("p", { class: "notice" }, missing));
  throw new Error(missing);
}

const [data, records] = await Promise.all(["data", "records"].map(async (id) => ofColumn(JSON.parse(await unpacked(id)))[0]));

// The charting library defines `echarts`; without it there is none, and figures are tables.
const chartLibrary = await unpacked("charts");
document.head.append(element("script", {}, chartLibrary));

/** The text in an element that packed_text() has packed. */
async function unpacked(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** The values of a column, as columns.hpp describes it. */
function ofColumn(column) {
  if (Array.isArray(column)) return column;
  if (column.distinct) return column.at.map((place) => column.distinct[place]);
  if (column.lengths) {
    const items = ofColumn(column.items);
    let end = 0;
    return ofColumn(column.lengths).map((length) => items.slice(end, (end += length)));
  }
  const next = new Map(Object.entries(column.columns).map(([key, part]) => [key, ofColumn(part).values()]));
  return ofColumn(column.shape).map((shape) =>
    Object.fromEntries(column.keys[shape].map((key) => [key, next.get(key).next().value])));
}

/** Names in the order of their first appearance, with what people call them. */
function titlesOf(name, title) {
  const titles = new Map();
  for (const report of data.reports)
    for (const group of report.groups) if (!titles.has(group[name])) titles.set(group[name], group[title]);
  return titles;
}

const facets = [
  { name: "dataset", title: "Data set", values: titlesOf("dataset", "dataset_title") },
  { name: "method", title: "Method", values: titlesOf("method", "method_title") },
  { name: "kernel", title: "Kernel", values: titlesOf("kernel", "kernel") },
];

function titleOf(facetName, value) {
  return facets.find((facet) => facet.name === facetName).values.get(value) ?? value;
}

/** What a filter asks of a record. */
function recordItem(record) {
  return { dataset: record.cell.dataset.name, method: record.cell.method.method, kernel: record.page.kernel };
}

/** What a run was about, the same for all of its seeds. */
function questionName(record) {
  const { dataset, method, kernel } = recordItem(record);
  const D = record.cell.method.D;
  return [titleOf("dataset", dataset), kernel, titleOf("method", method)].concat(D > 0 ? `D = ${numberText(D)}` : []).join(", ");
}

function recordName(record) {
  return questionName(record) + (record.cell.seed === null ? "" : `, seed ${record.cell.seed}`);
}
