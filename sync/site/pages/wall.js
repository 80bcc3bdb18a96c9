// The wall: as many lines as the screen holds, the next ones after a while, a clock, new lines lit up, and the page loaded
// anew after a round of turns. While the network is away the screen keeps what it has.
(function () {
  "use strict";
  var SECONDS = 12, all = function (what, where) { return Array.prototype.slice.call((where || document).querySelectorAll(what)); };
  var sections = all(".turn"), clock = document.getElementById("clock"), says = document.getElementById("turn");
  var pause = document.getElementById("pause"), leaves = [], at = 0, held = false, lines = {};

  var tell = function () { clock.textContent = new Date().toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" }); };
  clock.parentNode.hidden = false;
  tell();
  window.setInterval(tell, 1000);

  // What was not here when the screen loaded last is new.
  var key = "pairsheet wall " + document.title, before = null;
  try { before = JSON.parse(window.localStorage.getItem(key)); } catch (e) { before = null; }
  sections.forEach(function (section) {
    all("tbody tr", section).forEach(function (row) {
      lines[row.textContent] = 1;
      if (before && !before[row.textContent]) { row.classList.add("new"); }
    });
  });
  try { window.localStorage.setItem(key, JSON.stringify(lines)); } catch (e) { /* a screen without a memory lights nothing up */ }

  var cut = function () {
    leaves = [];
    sections.forEach(function (section) {
      var rows = all("tbody tr", section), height = window.innerHeight, from = 0;
      sections.forEach(function (other) { other.hidden = other !== section; });
      rows.forEach(function (row) { row.hidden = false; });
      if (!rows.length) { return; }
      var top = rows[0].getBoundingClientRect().top + window.scrollY, used = 0;
      rows.forEach(function (row, i) {
        var tall = row.getBoundingClientRect().height;
        if (used + tall > height - top - 8 && i > from) { leaves.push([section, from, i]); from = i; used = 0; }
        used += tall;
      });
      leaves.push([section, from, rows.length]);
    });
    at = Math.min(at, Math.max(leaves.length - 1, 0));
  };
  var show = function () {
    var leaf = leaves[at];
    if (!leaf) { return; }
    sections.forEach(function (section) { section.hidden = section !== leaf[0]; });
    all("tbody tr", leaf[0]).forEach(function (row, i) { row.hidden = i < leaf[1] || i >= leaf[2]; });
    says.textContent = leaves.length > 1 ? at + 1 + " of " + leaves.length : "";
    pause.hidden = leaves.length < 2;
  };
  var anew = function () {
    if (window.location.protocol === "file:") { window.location.reload(); return; }
    window.fetch(window.location.href, { cache: "no-store" }).then(function (answer) {
      if (answer.ok) { window.location.reload(); }
    }, function () { /* no network: the next round of turns asks again */ });
  };
  var begun = Date.now();
  var turn = function () {
    if (held) { return; }
    at += 1;
    if (at >= leaves.length) {
      at = 0;
      if (Date.now() - begun >= 60000) { begun = Date.now(); anew(); }
    }
    show();
  };
  pause.addEventListener("click", function () { held = !held; pause.setAttribute("aria-pressed", String(held)); });
  window.addEventListener("resize", function () { cut(); show(); });
  pause.parentNode.hidden = false;
  cut();
  show();
  window.setInterval(turn, 1000 * SECONDS);
})();
