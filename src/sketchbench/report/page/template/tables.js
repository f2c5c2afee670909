// The tables of a report, each number a button that opens its runs.

/** Rows; a longer table scrolls in its box. */
const longestInFull = 30;

function tonedText(text) {
  return element("span", { class: text.tone === "plain" ? null : text.tone }, text.text.trimStart());
}

function leftPart(line, report) {
  if (!line.left) return element("span");
  if (!line.results) return tonedText(line.left);
  const groups = line.results.map((place) => report.groups[place]);
  return element("button", {
    type: "button",
    class: `number ${line.left.tone}`,
    title: groups.map((group) => `${group.name}: ${plural(group.records.length, "record")}`).join("\n"),
    onclick: () => openGroups(groups),
  }, line.left.text);
}

function cellLine(line, report) {
  return element("div", { class: "cell-line" }, leftPart(line, report), line.right ? tonedText(line.right) : null);
}

function heading(column) {
  const lines = column.heading.flatMap((text, i) => (i === 0 ? [text] : [element("br"), text]));
  return element("th", { scope: "col", class: column.numeric ? "right" : null }, lines);
}

function bodyCell(cell, column, isFirst, report) {
  const attributes = { class: column.numeric ? "right" : null, scope: isFirst ? "row" : null };
  return element(isFirst ? "th" : "td", attributes, cell.map((line) => cellLine(line, report)));
}

/** The results that a cell shows. */
function cellGroups(cell, report) {
  return cell.flatMap((line) => line.results ?? []).map((place) => report.groups[place]);
}

/**
 * Hides rows and columns all of whose results are filtered away; those without any stay. Returns whether a
 * result is left to see, or the table has none at all.
 */
function filterTable(table, grid, report) {
  const states = table.rows.map((row) => row.map((cell) => {
    const groups = cellGroups(cell, report);
    return groups.length === 0 ? "words" : groups.some(passes) ? "shown" : "hidden";
  }));
  const gone = (line) => line.includes("hidden") && !line.includes("shown");
  const rowGone = states.map(gone);
  const columnGone = table.columns.map((_, c) => gone(states.map((row) => row[c])));
  grid.forEach((row, r) => {
    const isHead = r === 0;
    row.hidden = !isHead && rowGone[r - 1];
    [...row.cells].forEach((cell, c) => {
      cell.hidden = columnGone[c];
      if (!isHead) for (const line of cell.children) line.hidden = states[r - 1][c] === "hidden";
    });
  });
  return rowGone.length === 0 || rowGone.includes(false);
}

function tableSection(table, report) {
  const title = table.number ? `${table.number}: ${table.caption}` : table.caption;
  const section = element("section", { class: "table" }, element("h3", {}, title),
    table.remarks.map((remark) => element("p", { class: "caption" }, remark)));
  if (table.columns.length > 0) {
    const head = element("tr", {}, table.columns.map(heading));
    const body = table.rows.map((row) => element("tr", {},
      row.map((cell, c) => bodyCell(cell, table.columns[c], c === 0, report))));
    const box = scrollBox(title, element("table", {}, element("thead", {}, head), element("tbody", {}, body)));
    box.classList.toggle("tall", body.length > longestInFull);
    section.append(box);
    onFilter(() => { section.hidden = !filterTable(table, [head, ...body], report); });
  }
  const notes = list(table.notes, "notes");
  if (notes) section.append(notes);
  return section;
}
