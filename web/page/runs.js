// All runs: searched, filtered, sorted.

function timeOrNothing(seconds) {
  return seconds > 0 ? secondsText(seconds) : "";
}

function dateText(started) {
  return (started ?? "").replace("T", " ").replace("Z", "");
}

function runColumns(records) {
  const open = (record) => element("button", { type: "button", class: "number", onclick: () => openRecords([records.indexOf(record)]) }, record.page.headline);
  return [
    { name: "Result", value: (record) => record.page.headline, cell: open, right: true },
    { name: "Data set", value: (record) => titleOf("dataset", record.cell.dataset.name), widest: 220 },
    { name: "Kernel", value: (record) => inWords(record.page.kernel), widest: 220 },
    { name: "Method", value: (record) => titleOf("method", record.cell.method.method), widest: 320 },
    { name: "D", right: true, value: (record) => record.cell.method.D, cell: (record) => (record.cell.method.D > 0 ? numberText(record.cell.method.D) : "") },
    { name: "Seed", right: true, value: (record) => record.cell.seed ?? 0, cell: (record) => (record.cell.seed > 0 ? String(record.cell.seed) : "") },
    { name: "Map", right: true, value: (record) => record.seconds?.map?.cpu ?? 0, cell: (record) => timeOrNothing(record.seconds?.map?.cpu) },
    { name: "Train", right: true, value: (record) => record.seconds?.train?.cpu ?? 0, cell: (record) => timeOrNothing(record.seconds?.train?.cpu) },
    { name: "Memory", right: true, value: (record) => record.peak_rss_bytes ?? 0, cell: (record) => (record.peak_rss_bytes > 0 ? bytesText(record.peak_rss_bytes) : "") },
    { name: "Begun (UTC)", value: (record) => dateText(record.run?.started) },
    { name: "Used by", value: (record) => record.page.reports.join(", "), widest: 260 },
  ];
}

const runFilters = [
  { name: "Data set", value: (record) => titleOf("dataset", record.cell.dataset.name) },
  { name: "Method", value: (record) => titleOf("method", record.cell.method.method) },
  { name: "Kernel", value: (record) => inWords(record.page.kernel) },
  { name: "Experiment", value: (record) => record.cell.experiment.replaceAll("_", " ") },
  { name: "Status", value: (record) => record.status },
];

function runsView() {
  const view = element("div", {}, element("h1", {}, "Runs"),
    element("p", {}, `${plural(data.records, "run")}. A result opens its record: what was asked, what came out, times, memory, machine, versions and the command.`));
  const room = element("div", { class: "runs", style: "min-height: 48rem" });
  view.append(room);
  afterLayout(async () => {
    const records = await loadRecords();
    if (!room.isConnected) return;
    const columns = runColumns(records);
    const haystack = new Map(records.map((record) => [record, [recordName(record), record.page.id, ...columns.map((column) => column.value(record))].join(" ").toLowerCase()]));
    const table = grid("All runs", columns, records);
    const search = element("input", { type: "search", oninput: update });
    const selects = runFilters.map((filter) => {
      const values = [...new Set(records.map(filter.value))].sort((a, b) => a.localeCompare(b, "en-GB"));
      return element("select", { onchange: update }, element("option", { value: "" }, "all"), values.map((value) => element("option", { value }, value)));
    });
    const count = element("span", { role: "status" });
    function update() {
      const words = search.value.toLowerCase().split(/\s+/);
      const passes = (record) => runFilters.every((filter, i) => selects[i].value === "" || filter.value(record) === selects[i].value)
        && words.every((word) => haystack.get(record).includes(word));
      const shown = records.filter(passes).length;
      count.textContent = shown === records.length ? plural(shown, "run") : `${shown.toLocaleString("en-GB")} of ${plural(records.length, "run")}`;
      table.show(passes);
    }
    room.append(element("div", { class: "tools" }, element("label", {}, "Search ", search),
      runFilters.map((filter, i) => element("label", {}, `${filter.name} `, selects[i])), count), table.box);
    update();
    layOut();
  });
  return view;
}
