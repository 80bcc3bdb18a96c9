// Everything stands on the pages without this; it adds finding oneself, sorting, local times and a countdown.
(function () {
  "use strict";
  var all = function (what, where) { return Array.prototype.slice.call((where || document).querySelectorAll(what)); };
  var add = function (parent, tag, text) {
    var made = document.createElement(tag);
    if (text !== undefined) { made.textContent = text; }
    parent.appendChild(made);
    return made;
  };
  var store = function (key, value) {
    try {
      if (value === undefined) { return window.localStorage.getItem(key); }
      if (value === null) { window.localStorage.removeItem(key); } else { window.localStorage.setItem(key, value); }
    } catch (e) { return null; }
    return null;
  };
  var plain = function (text) { return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); };

  // Find me: the names and this round's games lie in people.js. The choice stays on this device.
  var data = window.pairsheet, up = document.body.getAttribute("data-up");
  var form = document.querySelector(".find"), mine = document.getElementById("me");
  var most = 12;
  var lines = function (parent, games) {
    games.forEach(function (game) {
      add(parent, "span", game.map(function (part) { return part[0] + ": " + part[1]; }).join(" · ")).className = "game";
    });
  };
  if (data && form) {
    var key = "pairsheet me " + data.event, input = document.getElementById("find");
    var found = document.getElementById("found"), hits = document.getElementById("hits");
    var page = function (player) { return up + "p/" + player[1] + ".html"; };
    var mark = function (name) {
      all("td a").forEach(function (a) { if (name !== null && a.textContent === name) { a.closest("tr").classList.add("me"); } });
      all(".chart [data-player]").forEach(function (g) { g.classList.toggle("me", g.getAttribute("data-player") === name); });
    };
    var remembered = function () {
      var name = store(key), player = data.players.filter(function (p) { return p[0] === name; })[0];
      mine.textContent = "";
      mine.hidden = !player;
      if (!player) { return; }
      var line = add(mine, "p"), link = add(line, "a", player[0]);
      link.href = page(player);
      lines(line, player[2]);
      var forget = add(mine, "button", "Not me");
      forget.type = "button";
      forget.addEventListener("click", function () {
        store(key, null);
        all("tr.me").forEach(function (row) { row.classList.remove("me"); });
        mark(null);
        remembered();
        input.focus();
      });
      mark(player[0]);
    };
    var show = function () {
      var wanted = plain(input.value.trim());
      var fit = wanted ? data.players.filter(function (p) { return plain(p[0]).indexOf(wanted) >= 0; }) : [];
      found.textContent = "";
      hits.textContent = !wanted ? "" : fit.length > most ? fit.length + " names, the first " + most + " of them:"
        : fit.length === 1 ? "One name:" : fit.length ? fit.length + " names:" : "Nobody here is called so.";
      fit.slice(0, most).forEach(function (player) {
        var item = add(found, "li"), link = add(item, "a", player[0]);
        link.href = page(player);
        link.addEventListener("click", function () { store(key, player[0]); });
        lines(item, player[2]);
      });
    };
    form.hidden = false;
    form.addEventListener("submit", function (e) { e.preventDefault(); var first = found.querySelector("a"); if (first) { first.click(); } });
    input.addEventListener("input", show);
    remembered();
    if (input.value) { show(); }
  }

  // Times: the event's as they stand, and beside them the reader's own where the clocks differ.
  var zoned = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  var far = function (minutes) {
    var whole = function (by, word) { var n = Math.floor(minutes / by); return n + " " + word + (n === 1 ? "" : "s"); };
    return minutes >= 2880 ? whole(1440, "day") : minutes >= 120 ? whole(60, "hour") : whole(1, "minute");
  };
  all("main time[datetime]").forEach(function (one) {
    var said = one.getAttribute("datetime"), when = new Date(said);
    if (isNaN(when)) { return; }
    var offset = /([+-])(\d\d):(\d\d)$/.exec(said);
    var there = offset ? (offset[1] === "-" ? -1 : 1) * (60 * offset[2] + 1 * offset[3]) : 0;
    if (there !== -when.getTimezoneOffset()) {
      add(one, "span", " (" + when.toLocaleString(undefined, zoned) + " where you are)").className = "local";
    }
    if (one.hasAttribute("data-until")) {
      var left = add(one, "span");
      left.className = "left";
      var tick = function () {
        var minutes = Math.floor((when - new Date()) / 60000);
        left.textContent = minutes < 0 ? ", which is over" : ", in " + far(minutes);
      };
      tick();
      window.setInterval(tick, 30000);
    }
  });

  // Sorting: times as times, numbers as numbers, R9 before R10, blank cells last in both directions.
  var words = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  var value = function (cell) {
    var time = cell && cell.querySelector("time[datetime]"), text = cell ? cell.textContent.trim() : "";
    if (time) { return new Date(time.getAttribute("datetime")).getTime(); }
    var number = /^[-+]?(\d*)(?:[.,](\d+))?([½¼¾]?)%?$/.exec(text);
    if (text === "" || !number) { return text === "" ? null : text; }
    var size = parseFloat((number[1] || "0") + "." + (number[2] || "0")) + ({ "½": 0.5, "¼": 0.25, "¾": 0.75 }[number[3]] || 0);
    return text.charAt(0) === "-" ? -size : size;
  };
  all("table.sortable").forEach(function (table) {
    var body = table.tBodies[0], heads = all("th", table.tHead);
    if (!body || body.rows.length < 2) { return; }
    heads.forEach(function (th, at) {
      var text = th.textContent;
      th.textContent = "";
      var button = add(th, "button", text);
      button.type = "button";
      button.addEventListener("click", function () {
        var down = th.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        Array.prototype.slice.call(body.rows).map(function (row) { return [value(row.cells[at]), row]; }).sort(function (a, b) {
          var x = a[0], y = b[0];
          if (x === null || y === null) { return x === y ? 0 : x === null ? 1 : -1; }
          var order = typeof x !== typeof y ? (typeof x === "number" ? -1 : 1) : typeof x === "number" ? x - y : words.compare(x, y);
          return down ? -order : order;
        }).forEach(function (pair) { body.appendChild(pair[1]); });
      });
    });
  });

  // Paper: a table with more columns than fit side by side is printed in parts, each with its names in front.
  var columns = 16;
  var apart = function () {
    all("table.broad").forEach(function (table) {
      var heads = table.tHead.rows[0].cells, names = all("th", table.tHead).findIndex(function (th) { return th.classList.contains("f"); }) + 1;
      if (heads.length - names <= columns) { return; }
      table.parentNode.classList.add("apart");
      for (var from = names; from < heads.length; from += columns) {
        var part = table.cloneNode(true);
        part.classList.add("part");
        all("tr", part).forEach(function (row) {
          Array.prototype.slice.call(row.cells).forEach(function (cell, at) {
            if (at >= names && (at < from || at >= from + columns)) { cell.remove(); }
          });
        });
        table.parentNode.appendChild(part);
      }
    });
  };
  var together = function () {
    all("table.part").forEach(function (part) { part.remove(); });
    all(".apart").forEach(function (one) { one.classList.remove("apart"); });
  };
  window.addEventListener("beforeprint", function () { together(); apart(); });
  window.addEventListener("afterprint", together);
})();
