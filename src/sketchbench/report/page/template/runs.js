// The list of all runs: filtered, searched, sorted, and shown in parts, for there may be thousands.

const shownAtOnce = 100;

const runColumns = [
  { name: "Data set", value: (record) => titleOf("dataset", record.cell.dataset.name) },
  { name: "Kernel", value: (record) => record.page.kernel },
  { name: "Method", value: (record) => titleOf("method", record.cell.method.method) },
  { name: "D", value: (record) => record.cell.method.D, text: (value) => (value > 0 ? numberText(value) : "") },
  { name: "Seed", value: (record) => record.cell.seed ?? 0, text: (value) => (value > 0 ? String(value) : "") },
  { name: "Result", value: (record) => record.page.headline, numeric: true },
  { name: "Map", value: (record) => record.seconds?.map?.cpu ?? 0, text: timeOrNothing },
  { name: "Train", value: (record) => record.seconds?.train?.cpu ?? 0, text: timeOrNothing },
  { name: "Memory", value: (record) => record.peak_rss_bytes ?? 0, text: (value) => (value > 0 ? bytesText(value) : "") },
  { name: "Begun (UTC)", value: (record) => record.run?.started ?? "", text: (value) => value.replace("T", " ").replace("Z", "") },
  { name: "Used by", value: (record) => record.page.reports.join(", ") },
];

function timeOrNothing(seconds) {
  return seconds > 0 ? secondsText(seconds) : "";
}

/** Numbers by size, also where a text begins with one ("84.35 %"); other texts by the alphabet. */
function compareValues(a, b) {
  const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)];
  const isDate = (value) => /^\d{4}-/.test(value);
  if (!Number.isNaN(x) && !Number.isNaN(y) && !isDate(a)) return x - y;
  return String(a).localeCompare(String(b), "en-GB");
}

function isNumeric(column) {
  return column.numeric || typeof column.value(records[0]) === "number";
}

function runRow(place) {
  const record = records[place];
  return element("tr", {}, runColumns.map((column, i) => {
    const value = column.value(record);
    const text = column.text ? column.text(value) : value;
    const content = i === 0 ? element("button", { type: "button", class: "number", title: recordName(record), onclick: () => openRecords([place]) }, text) : text;
    return element("td", { class: isNumeric(column) ? "right" : null }, content);
  }));
}

function setUpRuns() {
  const section = byId("runs");
  if (records.length === 0) {
    section.append(element("p", {}, "There are no records yet."));
    return;
  }
  const state = { search: "", column: null, ascending: true, most: shownAtOnce };
  const haystack = records.map((record) => runColumns.map((column) => column.value(record)).concat(record.page.id, recordName(record)).join(" ").toLowerCase());
  const body = element("tbody");
  const count = element("span", { role: "status" });
  const more = element("button", { type: "button", class: "plain-button", onclick: () => { state.most = Infinity; update(); } });
  const search = element("input", { type: "search", oninput: () => { state.search = search.value.toLowerCase(); state.most = shownAtOnce; update(); } });
  const heads = runColumns.map((column) => element("th", { scope: "col", class: isNumeric(column) ? "right" : null },
    element("button", { type: "button", onclick: () => sortBy(column) }, column.name)));

  function sortBy(column) {
    state.ascending = state.column === column ? !state.ascending : true;
    state.column = column;
    heads.forEach((head, i) => {
      if (runColumns[i] === column) head.setAttribute("aria-sort", state.ascending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    update();
  }

  function update() {
    const words = state.search.split(/\s+/);
    const places = [...records.keys()].filter((place) =>
      passes(recordItem(records[place])) && words.every((word) => haystack[place].includes(word)));
    if (state.column) {
      const { value } = state.column;
      places.sort((a, b) => (state.ascending ? 1 : -1) * compareValues(value(records[a]), value(records[b])));
    }
    body.replaceChildren(...places.slice(0, state.most).map(runRow));
    count.textContent = places.length === records.length ? plural(records.length, "run") : `${places.length.toLocaleString("en-GB")} of ${plural(records.length, "run")}`;
    more.hidden = places.length <= state.most;
    more.textContent = `Show all ${places.length.toLocaleString("en-GB")}`;
  }

  onFilter(update);
  section.append(
    element("div", { class: "tools" }, element("label", {}, "Search ", search), count),
    scrollBox("All runs", element("table", { class: "runs" }, element("thead", {}, element("tr", {}, heads)), body)),
    element("div", { class: "tools" }, more));
  update();
}
