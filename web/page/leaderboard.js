// Who is ahead on a data set with a kernel, within the reader's limits.

const boardState = { processor: null };

/** Whether two rows of a board differ significantly: "0" no, "1" yes, "?" not judged. */
function toldApart(board, a, b) {
  return board.apart[Math.min(a, b)][Math.abs(a - b) - 1];
}

/**
 * The rank of each of the places that has one, and whether it is shared. The
 * best that is left and whatever is not told from it share the next rank; what cannot be judged has none.
 */
function ranksOf(board, places) {
  const ranks = new Map();
  let left = places.filter((a) => places.length === 1 || places.some((b) => a !== b && toldApart(board, a, b) !== "?"));
  while (left.length > 0) {
    const [best, ...others] = left;
    const tied = [best, ...others.filter((place) => toldApart(board, best, place) === "0")];
    const rank = ranks.size + 1;
    for (const place of tied) ranks.set(place, { rank, tied: tied.length > 1 });
    left = others.filter((place) => toldApart(board, best, place) === "1");
  }
  return ranks;
}

/** The places that no other of the processor whose times are ranked beats; likewise. */
function frontOf(board, places) {
  const burdens = (row) => [board.larger_is_better ? -row.mean : row.mean, row.D || Infinity, row.seconds ?? Infinity, row.bytes ?? Infinity];
  const own = places.filter((place) => !isOther(board.rows[place]));
  const dominates = (a, b) => a.every((value, i) => value <= b[i]) && a.some((value, i) => value < b[i]);
  return new Set(own.filter((place) => !own.some((other) => dominates(burdens(board.rows[other]), burdens(board.rows[place])))));
}

/** Why a row is not within the limits; null where it is. An empty field limits nothing. */
function outside(row, limits) {
  if (limits.D !== null && !(row.D > 0 && row.D <= limits.D)) return "D";
  if (limits.bytes !== null && !(row.bytes !== null && row.bytes <= limits.bytes)) return "memory";
  if (limits.seconds === null) return null;
  if (isOther(row)) return "processor";
  return row.seconds !== null && row.seconds <= limits.seconds ? null : "time";
}

/** Whether a row's time cannot be compared with those that are ranked. */
function isOther(row) {
  return row.processor === null || row.processor !== boardState.processor;
}

function boardColumns(board, ranks, front) {
  const rankText = (rank) => (rank ? `${rank.tied ? "=" : ""}${rank.rank}` : "–");
  const otherMark = (row) => (isOther(row) ? " ¶" : "");
  const frontText = (row, place) => (isOther(row) ? "¶" : front.has(place) ? "yes" : "no");
  return [
    { name: "Rank", right: true, value: (row, place) => ranks.get(place)?.rank ?? Infinity, text: (row, place) => rankText(ranks.get(place)) },
    { name: "Method", value: (row) => inWords(row.title) },
    { name: board.number, right: true, value: (row) => row.mean, text: (row) => row.number },
    { name: "Learner", value: (row) => row.learner, absent: !board.has_learners },
    { name: board.counted, right: true, value: (row) => row.runs },
    { name: "D", right: true, value: (row) => row.D || Infinity, text: (row) => (row.D > 0 ? numberText(row.D) : "") },
    { name: "CPU time", right: true, value: (row) => row.seconds ?? Infinity, text: (row) => row.time + otherMark(row), absent: !board.has_times },
    { name: "Memory", right: true, value: (row) => row.bytes ?? Infinity, text: (row) => row.memory, absent: !board.has_memory },
    { name: "On the front", value: frontText, tone: (text) => (text === "yes" ? "good" : "faint") },
  ].filter((column) => !column.absent);
}

function boardGrid(board, places) {
  const columns = boardColumns(board, ranksOf(board, places), frontOf(board, places)).map((column) => ({
    name: column.name, right: column.right, wraps: column.name === "Method",
    value: (place) => column.value(board.rows[place], place),
    cell: (place) => {
      const text = String(column.text ? column.text(board.rows[place], place) : column.value(board.rows[place], place));
      if (column.name === "Method") return element("button", { type: "button", class: "number", onclick: () => openRecords(board.rows[place].records, "The runs behind this result") }, text);
      return column.tone ? element("span", { class: column.tone(text) }, text) : text;
    },
  }));
  return grid("Leaderboard", columns, places, { sorted: 0 }).box;
}

/** "12 of 56 results are within the limits; ...". */
function boardCount(board, reasons, shown) {
  const left = reasons.filter((reason) => reason === "processor").length;
  const otherTimes = left > 0 ? ` ${plural(left, "result")} of another processor left out: their times are not compared with these.` : "";
  return `${shown} of ${plural(board.rows.length, "result")} shown.${otherTimes}`;
}

/** An address for a board: its data set, kernel and number. */
function boardAddress(board) {
  return `#/leaderboard/${[board.dataset, board.kernel, board.number].map(encodeURIComponent).join("/")}`;
}

function leaderboardView([dataset, kernel, numberName] = []) {
  const boards = data.leaderboards;
  const each = (key, among) => [...new Set(among.map((board) => board[key]))];
  const choice = () => element("select", { onchange: chosenAnew });
  const limit = () => element("input", { type: "number", min: "0", step: "any", size: "8", placeholder: "any", oninput: update });
  const choices = { dataset: choice(), kernel: choice(), number: choice() };
  const limits = { D: limit(), seconds: limit(), megabytes: limit() };
  const processor = element("select", { onchange: () => { boardState.processor = processor.value; update(); } });
  const field = (title, control) => element("label", {}, `${title} `, control);
  const processorField = field("Times of", processor);
  const count = element("span", { role: "status" });
  const title = element("p", { class: "on-paper" });
  const box = element("div", { style: "min-height: 41rem" }), notes = element("div");
  let board = boards.find((one) => one.dataset === dataset && one.kernel === kernel && one.number === numberName)
    ?? boards.find((one) => one.dataset === dataset) ?? boards[data.first_leaderboard];

  function fill(select, names, wanted) {
    select.replaceChildren(...names.map((name) => element("option", { value: name, selected: name === wanted }, inWords(name))));
  }

  /** The choices that there are: kernels of the data set, numbers of both; what was chosen stays where it can. */
  function offer() {
    const ofDataset = boards.filter((one) => one.dataset === board.dataset);
    fill(choices.dataset, each("dataset", boards).sort((a, b) => a.localeCompare(b, "en-GB")), board.dataset);
    fill(choices.kernel, each("kernel", ofDataset), board.kernel);
    fill(choices.number, each("number", ofDataset.filter((one) => one.kernel === board.kernel)), board.number);
    fill(processor, board.processors, board.processors[0]);
    boardState.processor = board.processors[0] ?? null;
    processorField.hidden = board.processors.length < 2;
    limits.seconds.disabled = !board.has_times;
    limits.megabytes.disabled = !board.has_memory;
  }

  function chosenAnew() {
    let among = boards;
    for (const key of ["dataset", "kernel", "number"]) {
      const same = among.filter((one) => one[key] === choices[key].value);
      if (same.length > 0) among = same;
    }
    board = among[0];
    offer();
    update();
    remember(boardAddress(board));
  }

  function update() {
    const number = (input, unit) => (input.disabled || Number.isNaN(input.valueAsNumber) ? null : input.valueAsNumber * unit);
    const wanted = { D: number(limits.D, 1), seconds: number(limits.seconds, 1), bytes: number(limits.megabytes, 1e6) };
    const reasons = board.rows.map((row) => outside(row, wanted));
    const places = [...board.rows.keys()].filter((place) => reasons[place] === null);
    count.textContent = boardCount(board, reasons, places.length);
    title.textContent = `${inWords(board.dataset)}, ${inWords(board.kernel)}, ranked by ${board.number}. ${count.textContent}`;
    box.replaceChildren(boardGrid(board, places));
    notes.replaceChildren(list(board.notes, "notes"));
    layOut();
  }

  offer();
  afterLayout(update);
  return element("div", { class: "leaderboard" }, element("h1", {}, "Leaderboard"),
    element("p", {}, "Everything in the folder, of every paper and of none: who is ahead on a data set within a budget."),
    element("div", { class: "tools" }, field("Data set", choices.dataset), field("Kernel", choices.kernel), field("Ranked by", choices.number), processorField),
    element("div", { class: "tools" }, field("D at most", limits.D), field("CPU seconds at most", limits.seconds), field("MB of memory at most", limits.megabytes), count),
    title, box, notes);
}
