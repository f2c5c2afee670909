// All numbers of a report, from the text of its table.csv.

/** Rows of fields; a field in quotes may hold commas, doubled quotes and line ends (RFC 4180). */
function parseCsv(text) {
  const rows = [];
  let row = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    if (match[0] === "" && row.length === 0) break;  // the end of the text
    row.push(match[1] === undefined ? match[2] : match[1].replaceAll('""', '"'));
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

function downloadButton(report) {
  const save = () => {
    const link = element("a", { href: URL.createObjectURL(new Blob([report.csv], { type: "text/csv" })), download: `${report.name}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return element("p", { class: "download" }, element("button", { type: "button", class: "plain-button", onclick: save }, `Save ${report.name}.csv`));
}

/** A line is filtered by its columns "dataset" and "method", where it has them. */
function csvDetails(report) {
  const [names, ...lines] = parseCsv(report.csv);
  if (!names) return null;
  const isNumber = (text) => text !== "" && !Number.isNaN(Number(text));
  const body = lines.map((line) => element("tr", {},
    line.map((field) => element("td", { class: isNumber(field) ? "right" : null }, field))));
  // Labels go on behind the name: "adult:paper", "tensor_sketch[solver=1]".
  const nameIn = (line, column) => (line[names.indexOf(column)] ?? "").split(/[:[]/)[0];
  onFilter(() => lines.forEach((line, i) => {
    body[i].hidden = !passes({ dataset: nameIn(line, "dataset"), method: nameIn(line, "method") });
  }));
  const table = element("table", { class: "csv" },
    element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, body));
  const label = `All numbers of ${report.name} (table.csv)`;
  return element("details", {}, element("summary", {}, label), downloadButton(report), scrollBox(label, table));
}
