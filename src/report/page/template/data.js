// What the page was made from.

const [data, records] = await Promise.all(["data", "records"].map((id) => unpacked(byId(id).textContent)));

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
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
