// Search and filters of a paper's claims.  Their state stands in the address, as #finding=refuted&grade=exact&words=orbit.
"use strict";
const form = document.getElementById("filters");
const plain = text => text.toLowerCase().replace(/[_^{}]/g, "");      // indices and exponents are set without these
const rows = Array.from(document.querySelectorAll("article.row"), row => ({
  row, text: plain(`${row.textContent} ${Array.from(row.querySelectorAll("math"), m => m.getAttribute("alttext")).join(" ")}`),
}));
const names = ["finding", "grade", "kind"];

function matches({ row, text }, chosen, words) {
  return names.every(name => !chosen[name] || row.dataset[name].split(" ").includes(chosen[name]))
    && words.every(word => text.includes(word));
}

function apply() {
  const chosen = Object.fromEntries(new FormData(form));
  const words = plain(chosen.words).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of rows) {
    entry.row.hidden = !matches(entry, chosen, words);
    shown += !entry.row.hidden;
  }
  for (const group of document.querySelectorAll("section.group")) {
    group.hidden = !group.querySelector("article.row:not([hidden])");
  }
  form.querySelector("output").value = `${shown} of ${rows.length} claims`;
  document.getElementById("nothing").hidden = shown > 0;
  return chosen;
}

function changed() {
  const state = new URLSearchParams(Object.entries(apply()).filter(([, value]) => value)).toString();
  history.replaceState(null, "", state ? `#${state}` : location.pathname.split("/").pop());
}

function fromAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  if (!location.hash || ["words", ...names].some(name => state.has(name))) {
    for (const name of ["words", ...names]) form.elements[name].value = state.get(name) ?? "";
    for (const select of form.querySelectorAll("select")) if (select.selectedIndex < 0) select.value = "";
  }
  apply();
}

form.hidden = false;
form.addEventListener("input", changed);
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(changed));
addEventListener("hashchange", fromAddress);
fromAddress();
