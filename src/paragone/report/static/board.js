// The leaderboard: sort by a column, show some models and metrics only. The address holds the state, so a view is a link.
"use strict";
(() => {
  const state = new URLSearchParams(location.search);
  const tables = [...document.querySelectorAll("table.sortable")];
  const original = new Map(tables.map((table) => [table, [...table.tBodies[0].rows]]));

  const heads = (table) => table.tHead.rows[table.tHead.rows.length - 1].cells; // above them may stand the aspects

  const remember = (name, value) => {
    if (value) state.set(name, value); else state.delete(name);
    const query = state.toString();
    try { history.replaceState(null, "", query ? `?${query}` : location.pathname); } catch { /* some browsers forbid it for files */ }
  };

  // A metric may stand under several scenarios.
  const keyOf = (head) => (head.dataset.scenario ? `${head.dataset.column} on ${head.dataset.scenario}` : head.dataset.column);

  const sort = (table, column, order) => {
    const all = [...heads(table)];
    const place = all.findIndex((head) => keyOf(head) === column);
    for (const head of all) head.removeAttribute("aria-sort");
    const rows = [...original.get(table)];
    if (place >= 0 && order) {
      all[place].setAttribute("aria-sort", order);
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
    for (const head of heads(table)) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.textContent = "↕";
      button.setAttribute("aria-label", `Sort by ${keyOf(head)}`);
      button.addEventListener("click", () => {
        const order = next(head);
        sort(table, keyOf(head), order);
        remember(`sort${table.dataset.name}`, order && `${order} ${keyOf(head)}`);
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
      for (const row of table.querySelectorAll("tr.groups")) row.hidden = metrics !== "";
      [...heads(table)].forEach((head, place) => {
        const name = `${head.textContent} ${keyOf(head)}`.toLowerCase();
        const hide = place > 0 && metrics !== "" && !name.includes(metrics);
        for (const row of table.rows) if (!row.classList.contains("groups")) row.cells[place].hidden = hide;
      });
    }
    remember("models", models);
    remember("metrics", metrics);
  };

  for (const name of document.getElementById("filter-models") ? ["models", "metrics"] : []) {
    const input = document.getElementById(`filter-${name}`);
    input.value = state.get(name) || "";
    input.addEventListener("input", filter);
  }
  if (state.get("models") || state.get("metrics")) filter();

  // Says that there is more beyond the edge.
  const cue = () => {
    for (const words of document.querySelectorAll(".cue")) {
      const area = words.nextElementSibling;
      words.hidden = area.scrollWidth <= area.clientWidth + 4;
    }
  };
  addEventListener("resize", cue);
  cue();

  const say = (words) => { document.getElementById("copied").textContent = words; };
  const received = new Map();
  window.paragoneReceive = (name, data) => { received.set(name, data); };
  const copies = () => new Promise((done, fail) => {
    if (received.has("copies")) { done(received.get("copies")); return; }
    const script = document.createElement("script");
    script.src = "exports/copies.js";
    script.onload = () => done(received.get("copies"));
    script.onerror = fail;
    document.head.append(script);
  });

  const picture = (svg) => new Promise((done, fail) => {
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth * 2;
      canvas.height = image.naturalHeight * 2;
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(done, "image/png");
    };
    image.onerror = fail;
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });

  const save = (blob, name) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
  };

  // Where a browser forbids the clipboard the same is saved as a file.
  const copy = async (kind) => {
    const data = await copies();
    const blob = kind === "image" ? await picture(data.svg) : new Blob([data.latex], { type: "text/plain" });
    try {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
      say(kind === "image" ? "The plot is in the clipboard." : "The table is in the clipboard.");
    } catch {
      save(blob, kind === "image" ? "interval-plot.png" : "leaderboard.tex");
      say("Saved as a file: the browser keeps the clipboard closed.");
    }
  };
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(button.dataset.copy).catch(() => say("That did not work here: take the file from this menu.")));
  }
})();
