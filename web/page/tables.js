// The tables of a report, each number a button that opens its runs.

/** Rows; a longer table has only those in sight in the page. */
const longestInFull = 30;

function tonedText(text) {
  const shown = inWords(text.text.trimStart());
  return text.tone === "plain" ? document.createTextNode(shown) : element("span", { class: text.tone }, shown);
}

function leftPart(line, report) {
  if (!line.left) return null;
  if (!line.results) return tonedText(line.left);
  const groups = line.results.map((place) => report.groups[place]);
  return element("button", { type: "button", class: `number ${line.left.tone}`, onclick: () => openGroups(groups) }, line.left.text);
}

function cellContent(cell, report) {
  const parts = cell.map((line) => [leftPart(line, report), line.right ? tonedText(line.right) : null].filter((part) => part !== null));
  if (parts.length === 1 && parts[0].length < 2) return parts[0];
  return parts.map((line) => element("div", { class: "cell-line" }, line));
}

function textOf(cell) {
  return cell.map((line) => [line.left?.text, line.right?.text].filter(Boolean).join(" ")).join(" ").trim();
}

function heading(column) {
  return column.heading.flatMap((text, i) => (i === 0 ? [text] : [" ", element("wbr"), text]));
}

/** What no row has anything to say of is not asked of any. */
function withoutEmptyColumns(table) {
  if (table.rows.length === 0) return table;
  const full = [...table.columns.keys()].filter((c) => table.rows.some((row) => textOf(row[c]) !== ""));
  return { ...table, columns: full.map((c) => table.columns[c]), rows: table.rows.map((row) => full.map((c) => row[c])) };
}

function plainTable(table, report, title) {
  const head = element("tr", {}, table.columns.map((column) => element("th", { scope: "col", class: column.numeric ? "right" : null }, heading(column))));
  const body = table.rows.map((row) => element("tr", {}, row.map((cell, c) => element(c === 0 ? "th" : "td",
    { class: table.columns[c].numeric ? "right" : null, scope: c === 0 ? "row" : null }, cellContent(cell, report)))));
  return scrollBox(title, element("table", {}, element("thead", {}, head), element("tbody", {}, body)));
}

function onlyNode(nodes) {
  return nodes.length === 1 ? nodes[0] : element("div", {}, nodes);
}

function longTable(table, report, title) {
  const columns = table.columns.map((column, c) => ({
    name: column.heading.join(" "), right: column.numeric, wraps: c === 0, value: (row) => textOf(row[c]),
    cell: (row) => onlyNode(cellContent(row[c], report)),
  }));
  return grid(title, columns, table.rows).box;
}

function tableSection(wholeTable, report) {
  const table = withoutEmptyColumns(wholeTable);
  const title = table.number ? `${table.number}: ${table.caption}` : table.caption;
  const section = element("section", { class: "table" }, element("h3", {}, title), table.remarks.map((remark) => element("p", { class: "caption" }, remark)));
  if (table.columns.length > 0)
    section.append(table.rows.length > longestInFull ? longTable(table, report, title) : plainTable(table, report, title));
  const notes = list(table.notes.map(inWords), "notes");
  if (notes) section.append(notes);
  return section;
}

/** A closed part that is filled when it is first opened. */
function lazyDetails(summary, fill, open = false) {
  const details = element("details", {}, element("summary", {}, summary));
  const toggle = () => { if (details.open && details.children.length === 1) { details.append(...[fill()].flat()); layOut(); } };
  details.addEventListener("toggle", toggle);
  details.open = open;
  return details;
}

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

function saveButton(name, text) {
  const save = () => {
    const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: `${name}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return element("button", { type: "button", class: "plain-button", onclick: save }, `Save ${name}.csv`);
}

function csvDetails(report) {
  if (report.csv === "") return null;
  return lazyDetails(`All numbers of ${report.name} (table.csv)`, () => {
    const [names, ...lines] = parseCsv(report.csv);
    const columns = names.map((name, c) => ({ name, value: (row) => row[c], right: lines.length > 0 && lines[0][c] !== "" && !Number.isNaN(Number(lines[0][c])) }));
    return [element("p", {}, saveButton(report.name, report.csv)), grid(`All numbers of ${report.name}`, columns, lines).box];
  });
}
