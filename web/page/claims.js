// A paper's claims: how many hold, and each with its cases.

const verdicts = ["holds", "agrees", "not refuted", "does not hold", "does not agree", "undecided", "not measured"];

function ownClaims(paper) {
  return paper.claims.filter((claim) => !claim.supplementary);
}

function countsOf(claims) {
  return verdicts.map((verdict) => ({ verdict, count: claims.filter((claim) => claim.verdict === verdict).length }));
}

/** "20 hold". */
function countText({ verdict, count }) {
  return `${count} ${count === 1 ? verdict : verdict.replace("does", "do").replace(/^(hold|agree)s/, "$1")}`;
}

function classOf(verdict) {
  return verdict.replaceAll(" ", "-");
}

/** The verdicts as parts of a bar, with their numbers below. */
function verdictBar(claims) {
  const counts = countsOf(claims).filter(({ count }) => count > 0);
  const words = counts.map(countText).join(", ");
  return element("div", { class: "verdicts" },
    element("div", { class: "verdict-bar", role: "img", "aria-label": `${plural(claims.length, "claim")}: ${words}` },
      counts.map(({ verdict, count }) => element("span", { class: classOf(verdict), style: `flex-grow: ${count}` }))),
    element("ul", { class: "verdict-key", "aria-hidden": "true" },
      counts.map((one) => element("li", {}, element("span", { class: `swatch ${classOf(one.verdict)}` }), countText(one)))));
}

/** What was found, in a sentence: the paper's own, or how many claims have which verdict. */
function foundIn(paper) {
  return paper.finding || countedClaims(paper);
}

function countedClaims(paper) {
  const claims = ownClaims(paper);
  if (claims.length === 0) return "Its claims have not been measured.";
  const parts = countsOf(claims).filter(({ count }) => count > 0).map((one) =>
    one.verdict.startsWith("un") || one.verdict.startsWith("not") ? countText(one).replace(" ", one.count === 1 ? " is " : " are ") : countText(one));
  const last = parts.pop();
  const reason = claims.some((claim) => claim.quick) ? ": a quick run decides nothing" : "";
  return `Of ${plural(claims.length, "claim")} ${parts.length > 0 ? `${parts.join(", ")} and ` : ""}${last}${reason}.`;
}

/** "holds in 47 of 48 cases, undecided in 1": every case is named. */
function casesText(claim) {
  if (claim.cases === 0) return `none of ${plural(claim.asked, "case")} measured`;
  const [holds, fails] = claim.verdict.includes("agree") ? ["agrees", "does not agree"] : ["holds", "does not hold"];
  const left = claim.asked > claim.cases ? [`${claim.asked - claim.cases} more not measured`] : [];
  if (claim.quick) return [`${plural(claim.cases, "case")} of a quick run, which decides nothing`, ...left].join(", ");
  const counts = [
    [holds, claim.hold], ["not refuted", claim.not_refuted], [fails, claim.refuted],
    ["undecided", claim.met - claim.hold - claim.not_refuted - claim.refuted], ["hypothesis not met", claim.cases - claim.met],
  ].filter(([name, count]) => count > 0 || (name === holds && claim.verdict !== "not refuted"));
  const [[name, count], ...others] = counts;
  return [`${name} in ${count} of ${plural(claim.cases, "case")}`, ...others.map((one) => one.join(" in ")), ...left].join(", ");
}

/** "51 + 12": the paper's own claims, and what is compared further. */
function bothCounts(claims) {
  const own = claims.filter((claim) => !claim.supplementary).length;
  return claims.length > own ? `${own} + ${claims.length - own}` : String(own);
}

/** "24 claims hold: 17 of the paper's, 7 further comparisons." */
function countedInWords(claims, verdict) {
  const own = claims.filter((claim) => !claim.supplementary).length, further = claims.length - own;
  if (further === 0) return "";
  const state = !verdict ? "" : ` ${countText({ verdict, count: claims.length }).replace(/^\d+ (?=un|not)/, claims.length === 1 ? "is " : "are ").replace(/^\d+ /, "")}`;
  return `${plural(claims.length, "claim")}${state}: ${own} of the paper's, ${plural(further, "further comparison")}.`;
}

const claimNames = new Set(data.papers.flatMap((paper) => paper.claims.map((claim) => claim.id)));

function claimProse(text) {
  return prose(text, claimNames);
}

/** The table of cases with the verdict and the number behind the case's name, and what is the same for all of them last. */
function verdictsFirst(table) {
  const order = ["Case", "Verdict", "Measured", "Hypothesis", "Claimed"];
  const places = [...table.columns.keys()].sort((a, b) => order.indexOf(table.columns[a].heading[0]) - order.indexOf(table.columns[b].heading[0]));
  return { ...table, columns: places.map((place) => table.columns[place]), rows: table.rows.map((row) => places.map((place) => row[place])) };
}

function claimBody(paper, claim) {
  const reports = claim.measured_by.map((name) => data.reports.find((report) => report.name === name)).filter(Boolean);
  const nothing = { groups: [] };
  const cases = { ...verdictsFirst(claim.table), caption: "Cases", remarks: [], notes: claim.table.notes.filter((note) => !note.startsWith("Measured by: ")).map(inWords) };
  return [
    facts([["Hypothesis", claim.hypothesis && element("span", {}, claimProse(claim.hypothesis))], ["Claimed", claim.claimed], ["Measured", claim.measured],
      ["Committed", claim.committed && claim.committed !== claim.verdict ? claim.committed : ""],
      ["Measured by", reports.length === 0 ? "" : element("span", {}, reports.flatMap((report, i) => [i === 0 ? "" : ", ", element("a", { href: linkTo(report) }, titleOfReport(report))]))]]),
    tableSection(cases, nothing), claim.details.map((table) => tableSection({ ...table, caption: table.caption.replace(`${claim.id}: `, "") }, nothing)),
    element("h3", {}, "Measure it again"), commandBox(claim.command)].flat();
}

function claimItem(paper, claim, open) {
  const summary = element("summary", {},
    element("span", { class: "statement" }, claimProse(claim.statement)), element("br"),
    element("span", { class: "claim-line" },
      element("span", {}, casesText(claim)),
      element("span", { class: `verdict ${classOf(claim.verdict)}` }, claim.verdict),
      claim.regressed ? element("span", { class: "bad" }, "held before") : null,
      element("span", { class: "faint" }, claimProse(claim.place)), element("code", { class: "faint" }, claim.id)));
  const details = element("details", { class: "claim", "data-id": claim.id }, summary);
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      details.append(element("div", { class: "claim-body" }, claimBody(paper, claim)));
      layOut();
    }
    if (details.open) remember(`#/papers/${paper.name}/claims/${claim.id}`);
  });
  if (open) details.open = true;
  return details;
}

function claimList(paper, claims, opened) {
  return element("div", { class: "claims" }, claims.map((claim) => claimItem(paper, claim, claim.id === opened)));
}

/** `chosen`: a verdict's class, or the id of the claim to open. */
function claimsView(paper, chosen = "") {
  const shown = verdicts.find((verdict) => classOf(verdict) === chosen);
  const of = (claims) => claims.filter((claim) => !shown || claim.verdict === shown);
  const own = ownClaims(paper), further = paper.claims.filter((claim) => claim.supplementary);
  const link = (name, claims, path) => element("a", { class: "choice", href: `#/papers/${paper.name}/claims${path}`,
    "aria-current": (shown ?? "All") === name ? "true" : null }, `${name} (${bothCounts(claims)})`);
  const counted = countedInWords(of(paper.claims), shown);
  const parts = [element("h2", {}, "Claims"),
    element("nav", { class: "choices", "aria-label": "Verdicts" }, link("All", paper.claims, ""),
      verdicts.map((verdict) => [verdict, paper.claims.filter((claim) => claim.verdict === verdict)]).filter(([, claims]) => claims.length > 0)
        .map(([verdict, claims]) => link(verdict, claims, `/${classOf(verdict)}`))),
    counted === "" ? null : element("p", { role: "status" }, counted),
    paper.claims.some((claim) => claim.quick) ? element("p", { class: "warning" }, "From quick runs, which decide nothing.") : null,
    claimList(paper, of(own), chosen)];
  if (of(further).length > 0) parts.push(element("h3", {}, "Further comparisons"), claimList(paper, of(further), chosen));
  parts.push(lazyDetails("How verdicts are reached", () => data.legend_of_claims.map((line) => element("p", { class: "legend" }, line))));
  if (claimOpened(paper, chosen)) afterLayout(() => document.querySelector(`.claim[data-id="${CSS.escape(chosen)}"]`)?.scrollIntoView());
  return parts;
}

function claimOpened(paper, id) {
  return paper.claims.some((claim) => claim.id === id);
}
