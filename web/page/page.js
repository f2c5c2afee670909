// Puts the page together: which view an address asks for.

const views = [
  { path: "", title: "Overview", make: () => overviewView() },
  { path: "leaderboard", title: "Leaderboard", make: (...parts) => leaderboardView(parts), shown: data.leaderboards.length > 0 },
  ...data.papers.map((paper) => ({ path: `papers/${paper.name}`, title: paper.name.toUpperCase(), make: (...parts) => paperView(paper, ...parts) })),
  { path: "experiments", title: "Experiments", make: (...parts) => experimentsView(...parts) },
  { path: "runs", title: "Runs", make: () => runsView() },
  { path: "machines", title: "Machines", make: () => machinesView() },
];

function partsOfAddress() {
  return location.hash.replace(/^#\/?/, "").split("/").map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
}

function viewOf(parts) {
  const address = parts.join("/");
  return [...views].reverse().find((view) => view.path !== "" && (address === view.path || address.startsWith(`${view.path}/`))) ?? views[0];
}

function warnings() {
  const boxes = [];
  if (!haveLibraries)
    boxes.push(element("p", { class: "notice" }, "This page was made without its charting library, so figures are tables of their values. ",
      element("code", {}, "scripts/install-dependencies page"), " installs it; then make the page again."));
  if (data.left_out.length > 0)
    boxes.push(element("div", { class: "notice" }, `Left out, because ${data.left_out.length === 1 ? "it" : "they"} could not be used:`, list(data.left_out)));
  return element("div", { id: "warnings", role: "status" }, boxes);
}

let shownAddress = null;

/** The address of what is shown, without looking at it again. */
function remember(address) {
  shownAddress = address;
  history.replaceState(null, "", address);
}

function showView() {
  if (location.hash === shownAddress) return;
  shownAddress = location.hash;
  const parts = partsOfAddress();
  const view = viewOf(parts);
  leave();
  const room = byId("view");
  room.replaceChildren(...(view === views[0] ? [warnings()] : []), view.make(...parts.slice(view.path.split("/").length)));
  document.title = `${byId("quick") ? "QUICK: " : ""}${view.title}: sketchbench`;
  for (const link of byId("views").querySelectorAll("a")) {
    if (link.dataset.path !== view.path) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "page");
      link.parentElement.scrollLeft = link.offsetLeft - link.parentElement.offsetLeft - (link.parentElement.clientWidth - link.offsetWidth) / 2;
    }
  }
  scrollTo(0, 0);
  layOut();
  if (parts[0] === "runs" && parts[1]) openRun(parts[1]);
}

setUpTheme();
setUpDialog();
byId("views").append(...views.filter((view) => view.shown !== false).map((view) => element("a", { href: `#/${view.path}`, "data-path": view.path }, view.title)));
byId("colophon").textContent = `Made by sketchbench from ${plural(data.records, "record")}. Everything is in this file; nothing is loaded.`;
showView();
addEventListener("hashchange", showView);
byId("view").addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#/']");  // the reader goes on from what is new
  if (link) setTimeout(() => byId("view").focus({ preventScroll: true }));
});
await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
document.documentElement.dataset.firstView = String(Math.round(performance.now()));
const { versions } = (await libraries()) ?? {};
if (versions) byId("colophon").append(` Drawn with ${versions}.`);
document.documentElement.dataset.ready = "true";
loadRecords();
