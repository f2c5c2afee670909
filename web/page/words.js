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
