// The dialog: the runs behind a number or a point, and everything that a record says.

function facts(entries) {
  const shown = entries.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return element("dl", { class: "facts" }, shown.map(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

/** A JSON value as lines of "key.key: value"; long lists are cut. */
function flatFacts(value, prefix = "") {
  return Object.entries(value ?? {}).flatMap(([key, inner]) => {
    const name = prefix + key;
    if (Array.isArray(inner)) return [[name, listText(inner)]];
    if (inner !== null && typeof inner === "object") return flatFacts(inner, `${name}.`);
    return [[name, valueText(inner)]];
  });
}

function valueText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? numberText(value) : String(value ?? "none");
}

function listText(values, most = 12) {
  const shown = values.slice(0, most).map((value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : valueText(value)));
  return shown.join(", ") + (values.length > most ? ` … (${plural(values.length, "value")})` : "");
}

function commandBox(command) {
  const copy = element("button", { type: "button", class: "plain-button" }, "Copy");
  // An option and its value stay on one line.
  const words = command.split(/ (?=--)/).flatMap((word, i) => [i === 0 ? "" : " ", element("span", {}, word)]);
  const code = element("pre", { class: "command", tabindex: "0" }, words);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command);
      copy.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);  // for the reader to copy
    }
  });
  return element("div", {}, code, copy);
}

function part(title, ...children) {
  return [element("h3", {}, title), ...children];
}

const phaseOrder = ["load", "allocate", "map", "train", "predict"];

/** Phases in the order in which they happen, unknown ones last. */
function phasesOf(record) {
  const rank = (name) => (phaseOrder.includes(name) ? phaseOrder.indexOf(name) : phaseOrder.length);
  return Object.entries(record.seconds ?? {}).sort(([a], [b]) => rank(a) - rank(b));
}

function timesTable(record) {
  const phases = phasesOf(record);
  if (phases.length === 0) return element("p", { class: "faint" }, "No times were recorded.");
  const head = element("tr", {}, ["Phase", "CPU", "Wall clock"].map((name) => element("th", { scope: "col" }, name)));
  const body = phases.map(([name, time]) => element("tr", {}, element("th", { scope: "row" }, name),
    [time.cpu, time.wall].map((seconds) => element("td", { class: "right" }, secondsText(seconds)))));
  return scrollBox("Times by phase", element("table", {}, element("thead", {}, head), element("tbody", {}, body)));
}

function learnerParts(record) {
  const parameters = record.cell.learner;
  if (!parameters) return [];
  const { messages, ...said } = record.learner ?? {};
  const given = Object.entries(parameters).map(([key, value]) => `${key} = ${valueText(value)}`).join(", ");
  const converged = said.converged === undefined ? "" : said.converged ? "yes" : element("span", { class: "bad" }, "no: it stopped short of its tolerance");
  delete said.converged;
  return part("Learner", facts([["parameters", given], ["converged", converged], ...flatFacts(said)]),
    messages ? element("details", {}, element("summary", {}, "Messages of the library"), element("pre", { class: "messages", tabindex: "0" }, messages)) : null);
}

function machineParts(record) {
  const { host = {}, libraries = {}, ...run } = record.run ?? {};
  const { memory_bytes: memory, ...machine } = host;
  return part("Machine and versions", facts([
    ...flatFacts(machine), ["memory", bytesText(memory)], ...flatFacts(run),
    ["libraries", Object.entries(libraries).map(([name, version]) => `${name}: ${version}`).join("; ")]]));
}

function recordDetails(record, isNamed) {
  return element("article", { class: "record", "data-id": record.page.id },
    element("p", {}, isNamed ? null : `${recordName(record)}: `, element("strong", {}, record.page.headline)),
    record.error ? element("pre", { class: "bad", tabindex: "0" }, record.error) : null,
    part("Run it again", commandBox(record.page.command)),
    part("Result", facts(flatFacts(record.result))),
    part("Times by phase", timesTable(record), facts([["peak memory", bytesText(record.peak_rss_bytes)]])),
    learnerParts(record),
    part("Data", facts(flatFacts(record.data))),
    record.cell.parameters ? part("Parameters of the experiment", facts(flatFacts(record.cell.parameters))) : [],
    machineParts(record),
    part("Record", facts([["file", `records/${record.page.id}.json`], ["used by", record.page.reports.join(", ")]])),
    wholeRecord(record));
}

function wholeRecord(record) {
  const { page, ...file } = record;
  const text = element("pre", { tabindex: "0" });
  const details = element("details", {}, element("summary", {}, "The whole record"), text);
  details.addEventListener("toggle", () => { text.textContent ||= JSON.stringify(file, null, 1); });
  return details;
}

/** The runs as a small table; choosing one shows its record below. Runs that differ in the seed alone go by it. */
function runChooser(records, places, chosenPlace, choose) {
  const questions = new Set(places.map((place) => questionName(records[place])));
  const nameOf = (record) => (questions.size === 1 && record.cell.seed !== null ? `seed ${record.cell.seed}` : recordName(record));
  const rows = places.map((place) => {
    const record = records[place];
    const cpu = (phase) => secondsText(record.seconds?.[phase]?.cpu);
    const button = element("button", { type: "button", class: "number", onclick: () => choose(place) }, nameOf(record));
    return element("tr", { class: place === chosenPlace ? "chosen" : null },
      element("td", {}, button), element("td", { class: "right" }, record.page.headline),
      element("td", { class: "right" }, cpu("map")), element("td", { class: "right" }, cpu("train")));
  });
  const head = element("tr", {}, ["Run", "Result", "Map (CPU)", "Train (CPU)"].map((name) => element("th", { scope: "col" }, name)));
  return scrollBox("Runs", element("table", { class: "chooser" }, element("thead", {}, head), element("tbody", {}, rows)));
}

/** The address of the view below the dialog, to which closing it leads back. */
let addressBelow = null;

async function showDialog(title, intro, places) {
  const dialog = byId("run-dialog");
  const records = await loadRecords();
  const close = element("button", { type: "button", class: "plain-button", onclick: () => dialog.close() }, "Close");
  const body = element("div");
  const choose = (place) => {
    const parts = places.length > 1 ? [runChooser(records, places, place, choose)] : [];
    body.replaceChildren(...parts, recordDetails(records[place], !title));
    remember(`#/runs/${records[place].page.id}`);
  };
  dialog.replaceChildren(element("div", { class: "dialog-head" }, element("h2", { id: "run-title" }, title ?? recordName(records[places[0]])), close), ...intro, body);
  if (!dialog.open) {
    addressBelow = location.hash.startsWith("#/runs/") ? "#/runs" : location.hash || "#/";
    dialog.showModal();
  }
  if (places.length > 0) choose(places[0]);
  dialog.scrollTop = 0;
}

function openRecords(places, title) {
  return showDialog(title, [], places);
}

/** The run of that id or of one that begins so. */
async function openRun(id) {
  const place = (await loadRecords()).findIndex((record) => record.page.id.startsWith(id));
  if (place >= 0) openRecords([place]);
}

function groupIntro(group) {
  const state = `${group.runs} of ${plural(group.expected, "run")}: ${group.status}`;
  const isDone = group.status === "done";
  return [element("p", {}, element("strong", {}, inWords(group.name)), ` (${state})`),
    group.reason ? element("p", { class: isDone ? null : "warning" }, group.reason) : null,
    isDone ? null : [element("p", {}, "Run this to complete it:"), commandBox(group.command)]].flat().filter((node) => node !== null);
}

/** The results behind a number of a table. */
function openGroups(groups) {
  const title = groups.length === 1 ? "The runs behind this number" : `The runs of ${plural(groups.length, "result")} behind this number`;
  showDialog(title, groups.flatMap(groupIntro), groups.flatMap((group) => group.records));
}

function setUpDialog() {
  byId("run-dialog").addEventListener("close", () => remember(addressBelow ?? "#/"));
  addEventListener("hashchange", () => { if (location.hash !== shownAddress) byId("run-dialog").close(); });
}
