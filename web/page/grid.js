// Tables that can be sorted, and of which only the rows in sight are in the page.

const rowsWithoutLibrary = 100;
const rowsOnPaper = 500;

/** Numbers by size, also where a text begins with one ("84.35 %"); other texts by the alphabet. */
function compareValues(a, b) {
  const number = (value) => (typeof value === "number" ? value : /^[−-]?[\d.,]+(e|\s|%|×|$)/.test(value) ? Number.parseFloat(value.replace("−", "-").replaceAll(",", "")) : Number.NaN);
  const [x, y] = [number(a), number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x === y ? 0 : x - y;
  return String(a).localeCompare(String(b), "en-GB");
}

function gridCell(column, row) {
  const shown = column.cell ? column.cell(row) : column.value(row);
  return shown instanceof Node ? shown : document.createTextNode(shown ?? "");
}

/** The rows in the page's own table, for paper too, where only that many are in it and the rest is counted. */
function printedGrid(label, columns, rows) {
  const shown = rows.slice(0, rowsOnPaper);
  const left = rows.length > shown.length ? element("p", { class: "caption" }, `The first ${numberText(shown.length)} of ${plural(rows.length, "row")}.`) : null;
  return element("div", { class: "on-paper" }, tableOf(label, columns, shown), left);
}

function tableOf(label, columns, rows) {
  const cells = (tag, attributes, content) => element("tr", {}, columns.map((column) => element(tag, { ...attributes, class: column.right ? "right" : null }, content(column))));
  return scrollBox(label, element("table", {}, element("thead", {}, cells("th", { scope: "col" }, (column) => column.name)),
    element("tbody", {}, rows.map((row) => cells("td", {}, (column) => gridCell(column, row))))));
}

function plainGrid(label, columns, rows) {
  const box = element("div");
  const more = element("button", { type: "button", class: "plain-button", onclick: () => show(rows.length) });
  const show = (count) => {
    box.replaceChildren(tableOf(label, columns, rows.slice(0, count)));
    more.hidden = count >= rows.length;
    more.textContent = `Show all ${plural(rows.length, "row")}`;
  };
  show(rowsWithoutLibrary);
  return element("div", {}, box, more);
}

/** Roles as WAI-ARIA nests them: the box that scrolls, which takes the focus, is the group of rows. */
function nameParts(table) {
  table.removeAttribute("aria-owns");
  table.querySelector(".tabulator-tableholder").setAttribute("role", "rowgroup");
  table.querySelector(".tabulator-table").setAttribute("role", "presentation");
}

/**
 * A box with a table of `columns` {name, value: of a row, to sort by and to show, cell: text or node in its place, right}
 * and `rows`, whatever these are; in the page as long as it is near to what is looked at. `show(passes)` leaves those rows
 * that pass.
 */
function grid(label, columns, rows, { most = 18, sorted = null } = {}) {
  const tall = rows.length > most;
  const box = element("div", { class: "grid", style: `min-height: ${2.2 * Math.min(rows.length + 1, most)}rem` });
  let passes = () => true;
  let table = null;
  const fill = () => {
    if (!haveLibraries) box.replaceChildren(plainGrid(label, columns, rows.filter(passes)));
    else if (box.dataset.drawn) table.setFilter(({ row }) => passes(row));
  };
  const column = (one, i) => ({
    title: one.name, field: `c${i}`, hozAlign: one.right ? "right" : "left", headerHozAlign: one.right ? "right" : "left",
    cssClass: one.wraps ? "wraps" : "", variableHeight: Boolean(one.wraps), minWidth: 64, maxWidth: Math.min(one.widest ?? 420, Math.max(150, 0.45 * innerWidth)), titleFormatter: () => document.createTextNode(one.name),
    formatter: (cell) => gridCell(one, cell.getData().row),
    sorter: (a, b, rowA, rowB) => compareValues(one.value(rowA.getData().row), one.value(rowB.getData().row)),
  });
  const make = async () => {
    const { Tabulator } = await libraries();
    if (!box.isConnected || table !== null) return;
    const inside = element("div", { "aria-label": label });
    box.replaceChildren(inside);
    table = new Tabulator(inside, {
      data: rows.map((row, id) => ({ id, row })), columns: columns.map(column), layout: "fitDataFill",
      height: tall ? `${2.2 * most}rem` : false, renderVertical: "virtual", renderVerticalBuffer: 80, placeholder: "Nothing matches.",
      initialSort: sorted === null ? [] : [{ column: `c${sorted}`, dir: "asc" }],
    });
    table.on("tableBuilt", () => {
      nameParts(inside);
      box.dataset.drawn = "true";
      fill();
    });
  };
  const remove = () => {
    if (table === null) return;
    box.style.minHeight = `${box.offsetHeight}px`;  // what is below stays where it is
    table.destroy();
    table = null;
    box.replaceChildren();
    delete box.dataset.drawn;
  };
  if (haveLibraries)
    afterLayout(() => {
      const near = new IntersectionObserver((seen) => (seen.at(-1).isIntersecting ? make() : remove()), { rootMargin: "300px" });
      near.observe(box);
      onLeave(() => { near.disconnect(); remove(); });
      let paper = null;
      onPrint((starts) => {
        paper?.remove();
        if (!starts) return;
        const shown = box.dataset.drawn ? table.getData("active").map(({ row }) => row) : rows.filter(passes);
        paper = printedGrid(label, columns, shown);
        box.after(paper);
      });
    });
  else fill();
  return { box, show: (wanted) => { passes = wanted; fill(); } };
}
