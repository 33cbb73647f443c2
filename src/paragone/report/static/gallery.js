// The gallery of a report opened from disk: loads the images' data by script, filters and orders it, draws as you scroll.
"use strict";
(() => {
  const form = document.querySelector("form.filters");
  const grid = document.getElementById("grid");
  const more = document.getElementById("more");
  const found = document.getElementById("found");
  const root = form.dataset.root;
  const STEP = 60;
  const waiting = new Map();
  const loaded = new Map();
  let units = []; // what is drawn one by one: images, or rows of them
  let body = grid;
  let shown = 0;

  window.paragoneReceive = (name, data) => { loaded.set(name, data); };

  const load = (name, file) => {
    if (!waiting.has(name)) {
      waiting.set(name, new Promise((done) => {
        const script = document.createElement("script");
        script.src = `${root}${file}`;
        script.onload = script.onerror = () => done(loaded.get(name));
        document.head.append(script);
      }));
    }
    return waiting.get(name);
  };

  const chosen = (name) => form.elements[name].selectedOptions[0];
  const asked = () => Object.fromEntries(new FormData(form));

  const text = (tag, className, content) => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = content;
    return element;
  };

  // The words of a prompt, as a link if it has a page; folded where they are sensitive.
  const said = (item, page) => {
    const words = text(page && !item.folded ? "a" : "span", "said", item.text || (page ? "(an empty prompt)" : ""));
    words.dir = "auto";
    if (!item.folded) {
      if (page) words.href = page;
      return [words];
    }
    const fold = text("details", "fold", "");
    fold.append(text("summary", "", "Sensitive prompt"), words);
    if (!page) return [fold];
    const link = text("a", "", "Prompt ");
    link.append(text("bdi", "", item.id));
    link.href = page;
    return [link, " ", fold];
  };

  const short = (value) => (value === null || value === undefined ? "missing" : String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))));

  const tile = (item, alone = true) => {
    const figure = text("figure", item.mark ? `card ${item.mark}` : "card", "");
    const frame = text("a", "frame", "");
    frame.href = `${root}image/${item.key.slice(0, 2)}/${item.key}.html`;
    if (item.thumb) {
      const image = document.createElement("img");
      image.loading = "lazy";
      image.decoding = "async";
      image.alt = `${item.model}, seed ${item.seed}: ${item.folded ? "a sensitive prompt" : item.text}`;
      image.src = `${root}thumbs/${item.thumb}`;
      frame.append(image);
    } else {
      const absent = text("span", "absent", "");
      absent.append(text("span", "", "No image"), text("bdi", "", item.reason));
      frame.append(absent);
    }
    figure.append(frame);
    if (item.sensitive && item.thumb) {
      figure.classList.add("veil");
      const label = text("label", "unveil", "");
      const box = document.createElement("input");
      box.type = "checkbox";
      label.append(box, " ", text("span", "", "Sensitive: show"));
      figure.append(label);
    }
    const caption = document.createElement("figcaption");
    const who = text("span", "who", "");
    if (item.mark) {
      const mark = text("span", "mark", item.mark === "pass" ? "✓" : "✗");
      mark.append(text("span", "hidden", item.mark === "pass" ? " passed" : " failed"));
      who.append(mark, " ");
    }
    who.append(text("bdi", "", item.model));
    if (item.score !== undefined) who.append(" ", text("b", "score", short(item.score)));
    caption.append(who);
    if (item.note) caption.append(text("span", "why", item.note));
    if (alone) caption.append(...said(item));
    figure.append(caption);
    return figure;
  };

  // Prompts by models: a row for each prompt and seed, a column for each model.
  const asRows = (all, models) => {
    const groups = new Map();
    for (const item of all) {
      const name = `${item.prompt} ${item.seed}`;
      if (!groups.has(name)) groups.set(name, new Map());
      groups.get(name).set(item.model, item);
    }
    return [...groups.values()].map((row) => ({ row, models }));
  };

  const rowOf = ({ row, models }) => {
    const line = document.createElement("tr");
    const [first] = row.values();
    const head = text("th", "", "");
    head.scope = "row";
    head.append(...said(first, `${root}${first.promptPage}`), " ", text("span", "count", `seed ${first.seed}`));
    line.append(head, ...models.map((model) => {
      const cell = document.createElement("td");
      cell.append(row.has(model) ? tile(row.get(model), false) : text("span", "soft", "–"));
      return cell;
    }));
    return line;
  };

  const begin = (models) => {
    grid.className = models ? "scroll" : "grid";
    grid.replaceChildren();
    body = grid;
    if (!models) return;
    const table = text("table", "rows", "");
    const line = table.createTHead().insertRow();
    for (const name of ["Prompt", ...models]) {
      const head = text("th", "", "");
      head.scope = "col";
      head.append(text("bdi", "", name));
      line.append(head);
    }
    body = table.createTBody();
    grid.append(table);
  };

  const draw = () => {
    const step = units[0] && units[0].row ? Math.max(6, Math.ceil(STEP / units[0].models.length)) : STEP;
    body.append(...units.slice(shown, shown + step).map((unit) => (unit.row ? rowOf(unit) : tile(unit))));
    shown = Math.min(shown + step, units.length);
    more.hidden = units.length > 0 && shown >= units.length;
    more.textContent = units.length ? `${shown} of ${units.length} shown; scroll for more` : "No image matches these filters.";
  };

  const gather = (model, data, prompts, query) => data.keys.map((key, place) => {
    const prompt = data.prompts[place];
    return {
      key, model, prompt, id: prompts.ids[prompt], place, seed: data.seeds[place], thumb: data.thumbs[place], reason: data.reasons[place],
      sensitive: data.sensitive[place] || prompts.sensitive[prompt], folded: prompts.sensitive[prompt], text: prompts.texts[prompt] || "", promptPage: prompts.pages[prompt] || "", tags: prompts.tags[prompt] || {},
      score: (data.scores[query.metric] || [])[place], second: (data.scores[query.other] || [])[place],
    };
  });

  const isWanted = (query, lower) => (item) => {
    const has = item.score !== null && item.score !== undefined;
    if (query.low !== "" && !(has && item.score >= Number(query.low))) return false;
    if (query.high !== "" && !(has && item.score <= Number(query.high))) return false;
    if (query.verdict === "missing" && has) return false;
    if (query.verdict === "right" && !(has && item.score === (lower ? 0 : 1))) return false;
    if (query.verdict === "wrong" && !(has && item.score !== (lower ? 0 : 1))) return false;
    if (query.tag) {
      const [name, ...value] = query.tag.split("=");
      if (String(item.tags[name]) !== value.join("=")) return false;
    }
    return !query.text || item.text.toLowerCase().includes(query.text.toLowerCase());
  };

  const ranks = (values, lower) => {
    const order = values.map((value, place) => [value, place]).sort((a, b) => (lower ? b[0] - a[0] : a[0] - b[0]));
    const result = new Array(values.length);
    for (let start = 0, end; start < order.length; start = end) {
      for (end = start + 1; end < order.length && order[end][0] === order[start][0]; end += 1);
      for (let place = start; place < end; place += 1) result[order[place][1]] = (start + end + 1) / 2;
    }
    return result;
  };

  const isLower = (metric) => [...form.elements.metric.options].some((option) => option.value === metric && option.dataset.direction === "lower");

  const markOf = (metric, score) => {
    const option = [...form.elements.metric.options].find((one) => one.value === metric);
    if (!option || !option.dataset.binary || !option.dataset.direction || score === null || score === undefined) return "";
    return score === (option.dataset.direction === "lower" ? 0 : 1) ? "pass" : "fail";
  };

  const ordered = (all, query) => {
    const lower = isLower(query.metric);
    const scored = all.filter((item) => item.score !== null && item.score !== undefined);
    if (query.order === "worst") return scored.sort((a, b) => (lower ? b.score - a.score : a.score - b.score));
    if (query.order === "best") return scored.sort((a, b) => (lower ? a.score - b.score : b.score - a.score));
    if (query.order === "metrics" && query.other) {
      const both = scored.filter((item) => item.second !== null && item.second !== undefined);
      const mine = ranks(both.map((item) => item.score), lower);
      const theirs = ranks(both.map((item) => item.second), isLower(query.other));
      both.forEach((item, place) => { item.gap = Math.abs(mine[place] - theirs[place]); item.note = `${query.other}: ${short(item.second)}`; });
      return both.sort((a, b) => b.gap - a.gap);
    }
    if (query.order === "models" && query.other) {
      const groups = new Map();
      for (const item of scored) {
        const name = `${item.prompt} ${item.seed}`;
        groups.set(name, [...(groups.get(name) || []), item]);
      }
      const couples = [...groups.values()].filter((couple) => couple.length === 2);
      couples.sort((a, b) => Math.abs(b[0].score - b[1].score) - Math.abs(a[0].score - a[1].score));
      return couples.flat();
    }
    return all.sort((a, b) => a.prompt - b.prompt || a.seed - b.seed);
  };

  const offerTags = (prompts, tag) => {
    const tags = new Set(prompts.tags.flatMap((few) => Object.entries(few).map(([name, value]) => `${name}=${value}`)));
    const options = [...tags].sort().slice(0, 200).map((value) => new Option(value, value, false, value === tag));
    form.elements.tag.replaceChildren(new Option("any", ""), ...options);
    if (tag && !tags.has(tag)) form.elements.tag.value = "";
  };

  let turn = 0;
  const refresh = async () => {
    const mine = (turn += 1);
    const query = asked();
    const folder = `data/${chosen("scenario").dataset.name}`;
    const names = [...form.elements.model.options].filter((option) => option.value);
    const wanted = names.filter((option) => (query.order === "models" && query.other ? [query.model, query.other].includes(option.value) : !query.model || option.value === query.model));
    const prompts = await load(folder, `${folder}/prompts.js`);
    const models = await Promise.all(wanted.map((option) => load(`${folder}/model-${option.dataset.name}`, `${folder}/model-${option.dataset.name}.js`)));
    if (mine !== turn || !prompts) return;
    offerTags(prompts, query.tag);
    const all = models.flatMap((data, place) => (data ? gather(wanted[place].value, data, prompts, query) : []));
    const items = ordered(all.filter(isWanted(query, isLower(query.metric))), query);
    for (const item of items) item.mark = markOf(query.metric, item.score);
    const columns = query.order === "prompt" && !query.model ? names.map((option) => option.value) : null;
    units = columns ? asRows(items, columns) : items;
    found.textContent = `${items.length.toLocaleString("en")} images`;
    begin(columns);
    shown = 0;
    draw();
  };

  const change = () => {
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
    try { history.replaceState(null, "", `?${query}`); } catch { /* some browsers forbid it for files */ }
    refresh();
  };

  for (const [name, value] of new URLSearchParams(location.search)) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("submit", (event) => { event.preventDefault(); change(); });
  form.addEventListener("change", change);
  const observer = new IntersectionObserver((entries) => {
    if (!entries[0].isIntersecting || shown >= units.length) return;
    draw();
    // Seen anew: where a step does not fill the screen, no other event would come.
    observer.unobserve(more);
    observer.observe(more);
  }, { rootMargin: "1200px" });
  observer.observe(more);
  more.hidden = false;
  refresh();
})();
