// The leaderboard: sort by a column, show some models and metrics only. The address holds the state, so a view is a link.
"use strict";
(() => {
  const state = new URLSearchParams(location.search);
  const tables = [...document.querySelectorAll("table.sortable")];
  const original = new Map(tables.map((table) => [table, [...table.tBodies[0].rows]]));

  const remember = (name, value) => {
    if (value) state.set(name, value); else state.delete(name);
    const query = state.toString();
    try { history.replaceState(null, "", query ? `?${query}` : location.pathname); } catch { /* some browsers forbid it for files */ }
  };

  const sort = (table, column, order) => {
    const heads = [...table.tHead.rows[0].cells];
    const place = heads.findIndex((head) => head.dataset.column === column);
    for (const head of heads) head.removeAttribute("aria-sort");
    const rows = [...original.get(table)];
    if (place >= 0 && order) {
      heads[place].setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const number = (row) => row.cells[place].dataset.value;
      rows.sort((a, b) => {
        if (place === 0) return sign * a.dataset.model.localeCompare(b.dataset.model);
        // Missing is neither good nor bad: it goes last either way.
        if (number(a) === "" || number(b) === "") return (number(a) === "") - (number(b) === "");
        return sign * (Number(number(a)) - Number(number(b)));
      });
    }
    table.tBodies[0].append(...rows);
  };

  const next = (head) => {
    const first = head.dataset.direction === "lower" || head.dataset.column === "model" ? "ascending" : "descending";
    const second = first === "ascending" ? "descending" : "ascending";
    const now = head.getAttribute("aria-sort");
    return now === first ? second : now === second ? "" : first;
  };

  for (const table of tables) {
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = "↕";
      button.setAttribute("aria-label", `Sort by ${head.dataset.column}`);
      button.addEventListener("click", () => {
        const order = next(head);
        sort(table, head.dataset.column, order);
        remember(`sort${table.dataset.name}`, order && `${order} ${head.dataset.column}`);
      });
      (head.querySelector(".name") || head).append(button);
    }
    const [order, ...column] = (state.get(`sort${table.dataset.name}`) || "").split(" ");
    if (order) sort(table, column.join(" "), order);
  }

  const filter = () => {
    const models = document.getElementById("filter-models").value.trim().toLowerCase();
    const metrics = document.getElementById("filter-metrics").value.trim().toLowerCase();
    for (const row of document.querySelectorAll("tr[data-model]")) {
      row.hidden = models !== "" && !row.dataset.model.toLowerCase().includes(models);
    }
    for (const table of tables) {
      if (table.classList.contains("aspects")) continue;
      [...table.tHead.rows[0].cells].forEach((head, place) => {
        const hide = place > 0 && metrics !== "" && !head.dataset.column.toLowerCase().includes(metrics);
        for (const row of table.rows) row.cells[place].hidden = hide;
      });
    }
    remember("models", models);
    remember("metrics", metrics);
  };

  for (const name of ["models", "metrics"]) {
    const input = document.getElementById(`filter-${name}`);
    input.value = state.get(name) || "";
    input.addEventListener("input", filter);
  }
  if (state.get("models") || state.get("metrics")) filter();
})();
