// Filters by data set, method and kernel. Within one of them nothing chosen means everything.

const chosen = new Map(facets.map((facet) => [facet.name, new Set()]));
const filterListeners = [];

/** Whether something is to be shown; what it does not say of itself does not matter. */
function passes(item) {
  for (const [name, values] of chosen)
    if (values.size > 0 && item[name] && !values.has(item[name])) return false;
  return true;
}

function onFilter(listener) {
  filterListeners.push(listener);
}

function filtersChanged() {
  const shown = [...chosen].flatMap(([name, values]) => [...values].map((value) => titleOf(name, value)));
  byId("filter-state").textContent = shown.length > 0 ? `: ${shown.join("; ")}` : "";
  for (const listener of filterListeners) listener();
}

function facetFields(facet) {
  const boxes = [...facet.values].map(([value, title]) =>
    element("label", {}, element("input", {
      type: "checkbox", name: facet.name, value,
      onchange: (event) => {
        if (event.target.checked) chosen.get(facet.name).add(value);
        else chosen.get(facet.name).delete(value);
        filtersChanged();
      },
    }), ` ${title}`));
  return element("fieldset", {}, element("legend", {}, facet.title), boxes);
}

function clearFilters() {
  for (const values of chosen.values()) values.clear();
  for (const box of byId("filters").querySelectorAll("input")) box.checked = false;
  filtersChanged();
}

function setUpFilters() {
  byId("filters").append(
    ...facets.filter((facet) => facet.values.size > 1).map(facetFields),
    element("p", { class: "faint" }, "They act on tables, figures and the list of runs; with none ticked, all are shown. ",
      element("button", { type: "button", class: "plain-button", onclick: clearFilters }, "Show all")));
}
