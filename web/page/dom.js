// Building elements. Records hold whatever libraries printed: text goes in as text, never as markup.

/** An element; attributes that begin with "on" are listeners, false and null ones are left out. */
function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for the pictures in legends. */
function svgElement(tag, attributes = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

function byId(id) {
  return document.getElementById(id);
}

function list(lines, className) {
  return lines.length === 0 ? null : element("ul", { class: className }, lines.map((line) => element("li", {}, line)));
}

/** A table's box, which scrolls by itself, with the keyboard too. */
function scrollBox(label, table) {
  return element("div", { class: "scroll", role: "region", "aria-label": label, tabindex: "0" }, table);
}

const layoutTasks = [], leaveTasks = [];

/** Runs a task once what is being made is in the page. */
function afterLayout(task) {
  layoutTasks.push(task);
}

function layOut() {
  for (const task of layoutTasks.splice(0)) task();
}

/** Runs a task when the view that is being made goes. */
function onLeave(task) {
  leaveTasks.push(task);
}

function leave() {
  layoutTasks.length = 0;
  for (const task of leaveTasks.splice(0)) task();
}
