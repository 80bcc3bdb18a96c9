// Everything stands on the pages without this; it adds finding oneself, sorting, local times and a countdown.
(function () {
  "use strict";
  var store = function (key, value) {
    try { if (value === undefined) { return window.localStorage.getItem(key); } window.localStorage.setItem(key, value); } catch (e) { return null; }
    return null;
  };
  var data = JSON.parse(document.getElementById("people").textContent);
  var form = document.querySelector(".find"), input = document.getElementById("find"), found = document.getElementById("found");
  var key = "pairsheet me " + data.event;
  var plain = function (text) { return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); };
  var show = function () {
    var wanted = plain(input.value.trim()), hits = [];
    found.textContent = "";
    if (wanted) { hits = data.players.filter(function (p) { return plain(p[0]).indexOf(wanted) >= 0; }).slice(0, 12); }
    hits.forEach(function (p) {
      var item = document.createElement("li"), link = document.createElement("a");
      link.textContent = p[0];
      link.href = data.up + "p/" + p[1] + ".html";
      link.addEventListener("click", function () { store(key, p[0]); });
      item.appendChild(link);
      found.appendChild(item);
    });
  };
  if (form && input) {
    form.hidden = false;
    form.addEventListener("submit", function (e) { e.preventDefault(); var first = found.querySelector("a"); if (first) { first.click(); } });
    input.addEventListener("input", show);
    var me = store(key);
    if (me) {
      input.value = me; show();
      Array.prototype.forEach.call(document.querySelectorAll("td a"), function (a) { if (a.textContent === me) { a.closest("tr").classList.add("me"); } });
      Array.prototype.forEach.call(document.querySelectorAll(".chart g"), function (g) { if (g.getAttribute("data-player") === me) { g.classList.add("me"); } });
    }
  }
  Array.prototype.forEach.call(document.querySelectorAll("time"), function (one) {
    var when = new Date(one.getAttribute("datetime"));
    if (isNaN(when)) { return; }
    one.title = when.toLocaleString();
    if (one.hasAttribute("data-until")) {
      var left = document.createElement("span");
      one.after(left);
      var tick = function () {
        var minutes = Math.floor((when - new Date()) / 60000);
        left.textContent = minutes < 0 ? "" : " (in " + (minutes >= 2880 ? Math.floor(minutes / 1440) + " days" : minutes >= 120 ? Math.floor(minutes / 60) + " hours" : minutes + " minutes") + "; " + when.toLocaleString() + " where you are)";
      };
      tick();
      window.setInterval(tick, 30000);
    }
  });
  Array.prototype.forEach.call(document.querySelectorAll("table.sortable"), function (table) {
    var body = table.tBodies[0];
    if (!body || body.rows.length < 2) { return; }
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (th, at) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.textContent = "";
      th.appendChild(button);
      button.addEventListener("click", function () {
        var down = th.getAttribute("aria-sort") === "ascending";
        Array.prototype.forEach.call(table.tHead.rows[0].cells, function (other) { other.removeAttribute("aria-sort"); });
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        var value = function (row) {
          var text = row.cells[at] ? row.cells[at].textContent.trim() : "";
          var number = parseFloat(text.replace("½", ".5").replace(",", "."));
          return text === "" ? null : (/^[-+\d½.]/.test(text) && !isNaN(number) ? number : plain(text));
        };
        Array.prototype.slice.call(body.rows).sort(function (a, b) {
          var x = value(a), y = value(b);
          if (x === null || y === null) { return x === y ? 0 : x === null ? 1 : -1; }
          var order = typeof x === typeof y ? (x < y ? -1 : x > y ? 1 : 0) : typeof x === "number" ? -1 : 1;
          return down ? -order : order;
        }).forEach(function (row) { body.appendChild(row); });
      });
    });
  });
  var turns = document.querySelectorAll(".wall .turn");
  if (turns.length > 1) {
    var at = 0;
    var turn = function () {
      Array.prototype.forEach.call(turns, function (one, i) { one.hidden = i !== at; });
      at = (at + 1) % turns.length;
    };
    turn();
    window.setInterval(turn, 15000);
  }
})();
