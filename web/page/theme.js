// Light or dark: as the system has it until the reader chooses.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const themeListeners = new Set();
let printing = false;

function isDark() {
  if (printing) return false;
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : systemIsDark.matches;
}

/** Calls back now and whenever the colours change, as long as the view is shown. */
function onTheme(listener) {
  themeListeners.add(listener);
  onLeave(() => themeListeners.delete(listener));
  listener();
}

const printListeners = new Set();

/** Calls back with true before the page is printed and with false after, as long as the view is shown. */
function onPrint(listener) {
  printListeners.add(listener);
  onLeave(() => printListeners.delete(listener));
}

/** What scripts draw is made for paper before the browser lays the page out for it: in its width and colours. */
function print(starts) {
  printing = starts;
  document.documentElement.toggleAttribute("data-printing", starts);
  if (starts) drawAllPending();
  for (const listener of printListeners) listener(starts);
  themeChanged();
}

function themeChanged() {
  for (const listener of themeListeners) listener();
}

/** The colour that a custom property stands for at the moment. */
function themeColour(property) {
  const probe = element("span", { style: `color: var(${property})`, hidden: true });
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** A page that is opened from a file may have no storage. */
function remembered(value) {
  try {
    if (value === undefined) return localStorage.getItem("sketchbench-theme");
    localStorage.setItem("sketchbench-theme", value);
  } catch {
    // The choice then lasts as long as the page.
  }
  return null;
}

function setUpTheme() {
  const chosen = remembered();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  byId("theme").addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remembered(next);
    themeChanged();
  });
  systemIsDark.addEventListener("change", themeChanged);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  const name = () => { byId("theme").textContent = isDark() ? "Light colours" : "Dark colours"; };
  themeListeners.add(name);
  name();
}
