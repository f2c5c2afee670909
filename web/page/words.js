// How numbers are written.

const minus = "\u2212";

/** Four significant digits are what an eye can use: "0.05131", "12,400", "3.1×10⁻⁷". */
function numberText(value) {
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return value.toLocaleString("en-GB").replace("-", minus);
  if (size >= 1e-4 && size < 1e9)
    return value.toLocaleString("en-GB", { maximumSignificantDigits: size >= 1000 ? 6 : 4 }).replace("-", minus);
  const [digits, exponent] = value.toExponential(3).split("e");
  return `${Number(digits)}×10${superscript(Number(exponent))}`.replace("-", minus);
}

function superscript(number) {
  return [...String(number)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
}

function secondsText(seconds) {
  if (seconds === undefined || seconds === null) return "";
  if (seconds < 0.0995) return `${(seconds * 1e3).toPrecision(3)} ms`;
  if (seconds < 59.95) return `${seconds.toPrecision(3)} s`;
  if (seconds < 3597) return `${(seconds / 60).toPrecision(3)} min`;
  return `${(seconds / 3600).toPrecision(3)} h`;
}

function bytesText(bytes) {
  if (bytes === undefined || bytes === null) return "";
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

function plural(count, noun) {
  return `${count.toLocaleString("en-GB")} ${noun}${count === 1 ? "" : "s"}`;
}

/** What the program writes for itself, as a reader has it: "σ = cross_validation", "d = l^2", a missing file. */
function inWords(text) {
  return text.replace("σ = cross_validation", "cross-validated σ").replace("σ = median", "median σ")
    .replace(/<(\w+,\w+)>/g, "⟨$1⟩").replace(/\^(\d+)/g, (_, power) => superscript(power))
    .replace(/the data set ([\w-]+) is not (?:available )?here: [^]*/, "the data set $1 is not here; \"sketchbench datasets info $1\" says what is missing");
}

const greek = { alpha: "α", beta: "β", delta: "δ", epsilon: "ε", lambda: "λ", sigma: "σ", theta: "θ" };

/** Formulas in a claim's prose, "<x,y>^2p", as nodes; `names` are those of claims, which are read as words. */
function prose(text, names) {
  const written = text
    .replace(/[a-z]\w*_\w+/g, (name) => (names.has(name) ? `“${name.replaceAll("_", " ")}”` : name))
    .replace(/<([^<>]{1,20},[^<>]{1,20})>/g, "⟨$1⟩")
    .replace(/(?<![A-Za-z])(alpha|beta|delta|epsilon|lambda|sigma|theta)(?![A-Za-z])/g, (name) => greek[name])
    .replaceAll("sqrt(", "√(").replaceAll("+-", "±").replaceAll(" * ", " · ");
  const raised = /\^(\([^()]*\)|[-\w/αβδελσθ]+)|(?<=(?<![\wαβδελσθ])[A-Zα-ωa-z])_(\([^()]*\)|\w)(?![a-z])/g;
  const nodes = [];
  let end = 0;
  for (const match of written.matchAll(raised)) {
    nodes.push(written.slice(end, match.index), element(match[1] ? "sup" : "sub", {}, (match[1] ?? match[2]).replace(/^\((.*)\)$/, "$1").replace("-", minus)));
    end = match.index + match[0].length;
  }
  return [...nodes, written.slice(end)];
}

/** The sentence that a statement begins with, without the full stop; words before an early colon are not one. */
function firstSentence(text) {
  return (text.match(/^[^]{25,}?(?=[.:;]\s|$)/)?.[0] ?? text).replace(/[.:;]$/, "");
}
