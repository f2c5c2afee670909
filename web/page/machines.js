// On which machines and by which versions the runs were made.

/** Rows of a table: each combination of what `parts` tells of a record, with its number of runs, the most first. */
function tally(records, parts) {
  const rows = new Map();
  for (const record of records) {
    const cells = Object.values(parts).map((part) => String(part(record) ?? "not recorded"));
    const key = cells.join("\n");
    const row = rows.get(key) ?? { cells, count: 0, first: "~", last: "" };
    row.count += 1;
    const day = (record.run?.started ?? "").slice(0, 10);
    if (day !== "" && day < row.first) row.first = day;
    if (day > row.last) row.last = day;
    rows.set(key, row);
  }
  return [...rows.values()].sort((a, b) => b.count - a.count);
}

function tallyTable(title, records, parts) {
  const head = [...Object.keys(parts), "Runs", "From", "To"];
  const body = tally(records, parts).map((row) => element("tr", {}, row.cells.map((text) => element("td", { class: text.length > 40 ? "long" : null }, text)),
    element("td", { class: "right" }, numberText(row.count)), element("td", {}, row.first === "~" ? "" : row.first), element("td", {}, row.last)));
  return [element("h2", {}, title), scrollBox(title, element("table", { class: "tally" }, element("thead", {}, element("tr", {}, head.map((name) => element("th", { scope: "col" }, name)))), element("tbody", {}, body)))];
}

function machinesView() {
  const room = element("div");
  const { lines, command } = data.origin;
  const view = element("div", {}, element("h1", {}, "Machines and versions"), lines.slice(0, 1).map((line) => element("p", {}, line)), room);
  if (command !== "") view.append(element("h2", {}, "Compute everything again"), commandBox(command));
  view.append(...licences());
  afterLayout(async () => {
    const records = await loadRecords();
    room.append(
      ...tallyTable("Machines", records, {
        Processor: (record) => record.run?.host?.cpu, Model: (record) => record.run?.host?.cpu_model,
        Cores: (record) => record.run?.host?.cores, Memory: (record) => bytesText(record.run?.host?.memory_bytes),
        "Instruction set": (record) => record.run?.instruction_set,
      }),
      ...tallyTable("Program", records, {
        Version: (record) => record.run?.program, Revision: (record) => record.run?.revision?.slice(0, 12),
        Compiler: (record) => record.run?.compiler, Flags: (record) => record.run?.flags,
      }),
      ...tallyTable("Libraries", records, {
        Libraries: (record) => Object.entries(record.run?.libraries ?? {}).map(([name, version]) => `${name} ${version.replace(new RegExp(`^${name}[ -]`, "i"), "")}`).join(", "),
      }));
  });
  return view;
}

/** The licences that the libraries carry at their head. */
function licences() {
  if (!haveLibraries) return [];
  return [lazyDetails("Licences of the libraries in this page", () => {
    const text = element("pre", { tabindex: "0" });
    libraries().then(() => { text.textContent = libraryText.match(/^\/\*!([\s\S]*?)\*\//)?.[1].trim() ?? ""; });
    return text;
  })];
}
