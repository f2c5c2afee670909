// What the page was made from.

if (typeof DecompressionStream === "undefined") {
  const missing = "This browser cannot unpack the page's records: it has no DecompressionStream. Chrome and Edge have it from version 80 on, Safari from 16.4, Firefox from 113.";
  byId("warnings").append(element("p", { class: "notice" }, missing));
  throw new Error(missing);
}

const data = ofColumn(JSON.parse(await unpacked("data")))[0];

// Charts and long tables are drawn with libraries, which a page may have been made without.
const haveLibraries = byId("charts").textContent !== "";
let libraryText = "";
const libraries = once(async () => {
  if (!haveLibraries) return null;
  libraryText = await unpacked("charts");
  document.head.append(element("script", {}, `${libraryText}\nglobalThis.sketchbenchLibraries = libraries;`));
  document.head.prepend(element("style", {}, globalThis.sketchbenchLibraries.tableStyle));
  return globalThis.sketchbenchLibraries;
});

/** All records: unpacked when a view first asks for them. */
const loadRecords = once(async () => ofColumn(JSON.parse(await unpacked("records")))[0]);

/** The same promise whenever it is asked for. */
function once(make) {
  let made = null;
  return () => (made ??= make());
}

/** The text in an element that packed_text() has packed. */
async function unpacked(id) {
  const packed = atob(byId(id).textContent);
  const bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
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

/** What people call data sets and methods. */
const titles = { dataset: new Map(), method: new Map() };
for (const report of data.reports)
  for (const group of report.groups) {
    titles.dataset.set(group.dataset, group.dataset_title);
    titles.method.set(group.method, group.method_title);
  }

function titleOf(kind, name) {
  return titles[kind].get(name) ?? name;
}

/** What a run was about, the same for all of its seeds. */
function questionName(record) {
  const { dataset, method } = record.cell;
  return [titleOf("dataset", dataset.name), inWords(record.page.kernel), titleOf("method", method.method)]
    .concat(method.D > 0 ? `D = ${numberText(method.D)}` : []).join(", ");
}

function recordName(record) {
  return questionName(record) + (record.cell.seed === null ? "" : `, seed ${record.cell.seed}`);
}
