"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const symbols = ["circle", "square", "triangle", "diamond", "star", "wye", "cross", "hexagon"];
  const narrow = 420;

  // The same engine or filter has the same colour and symbol in all charts of the page. The ninth
  // has the colour of the first and another symbol.
  const series = data.series;
  const color = (name) => `var(--s${series.indexOf(name) % symbols.length})`;
  const symbol = (name) => symbols[(series.indexOf(name) + Math.floor(series.indexOf(name) / symbols.length)) % symbols.length];

  const grouped = (value, digits) => value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const short = (value) => value >= 100 || value === 0 ? grouped(value, 0) : value >= 10 ? grouped(value, 1) : value >= 1 ? grouped(value, 2) : value.toPrecision(2);
  const duration = (nanos) =>
    nanos < 1e3 ? `${+nanos.toPrecision(3)} ns` : nanos < 1e6 ? `${+(nanos / 1e3).toPrecision(3)} µs` : nanos < 1e9 ? `${+(nanos / 1e6).toPrecision(3)} ms` : `${+(nanos / 1e9).toPrecision(3)} s`;
  const percent = (rate) => `${+(rate * 100).toPrecision(3)} %`;
  const cut = (text, length) => text.length > length ? `${text.slice(0, length - 1)}…` : text;
  const powersOfTen = (low, high) => d3.range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)) + 1).map((e) => 10 ** e);
  const ticksWithin = ([low, high], steps) => powersOfTen(low, high).flatMap((p) => steps.map((s) => s * p)).filter((t) => t >= low && t <= high);
  // As many ticks as there is room for, few enough to be powers of ten where they suffice.
  const logTicks = (domain, most) => {
    const powers = ticksWithin(domain, [1]);
    if (powers.length >= 3) return powers.filter((_, i) => i % Math.ceil(powers.length / most) === 0);
    const fitting = [[1, 2, 5], [1, 3]].map((steps) => ticksWithin(domain, steps)).find((ticks) => ticks.length <= most);
    return fitting ?? powers;
  };

  function throughput(chart, width) {
    const { bars, logarithmic } = chart;
    const low = d3.min(bars, (b) => b.min);
    const high = d3.max(bars, (b) => b.max);
    const longest = width < narrow ? 14 : 24;
    const label = (b) => b.ratio === undefined ? short(b.median) : `${short(b.median)} (${b.ratio.toFixed(2)}×)`;
    const names = d3.max(bars, (b) => cut(b.series, longest).length);
    const x = logarithmic
      ? { type: "log", domain: [low / 1.6, high * 1.6] }
      : { type: "linear", domain: [0, high], nice: true, ticks: Math.max(2, Math.round(width / 130)) };
    if (logarithmic) x.ticks = logTicks(x.domain, width / 90);
    const ends = { y: "series", insetTop: 5, insetBottom: 5, stroke: "currentColor", strokeWidth: 1.5 };
    return {
      options: {
        width, height: 60 + 30 * bars.length, marginTop: 8, marginBottom: 42, marginLeft: 16 + 7 * names,
        marginRight: 16 + 7 * d3.max(bars, (b) => label(b).length),
        x: { ...x, grid: true, label: `thousand operations per second${logarithmic ? ", logarithmic" : ""}`, labelAnchor: "center", labelArrow: "none", tickFormat: (t) => t >= 1 ? grouped(t, 0) : String(t) },
        y: { domain: bars.map((b) => b.series), label: null, tickSize: 0, tickFormat: (s) => cut(s, longest), padding: 0.25 },
        marks: [
          logarithmic
            ? Plot.dot(bars, { x: "median", y: "series", fill: (b) => color(b.series), r: 6 })
            : Plot.barX(bars, { x: "median", y: "series", fill: (b) => color(b.series) }),
          logarithmic ? null : Plot.ruleX([0]),
          Plot.ruleY(bars, { y: "series", x1: "min", x2: "max", strokeWidth: 1.5 }),
          Plot.tickX(bars, { x: "min", ...ends }),
          Plot.tickX(bars, { x: "max", ...ends }),
          Plot.text(bars, { x: "max", y: "series", text: label, textAnchor: "start", dx: 8, fill: "currentColor" }),
          Plot.tip(bars, Plot.pointerY({
            x: "median", y: "series", anchor: "bottom",
            title: (b) => `${b.series}: median ${short(b.median)}, min ${short(b.min)}, max ${short(b.max)} of ${b.repeats}${b.ratio === undefined ? "" : `\n${b.ratio.toFixed(2)} × ${data.baseline}`}`,
          })),
        ],
      },
      title: chart.benchmark,
      says: `${bars.map((b) => `${b.series} ${label(b)}`).join(", ")} thousand operations per second`,
    };
  }

  // Equal steps for 90, 99, 99.9 and so on: minus the logarithm of the share that is slower still.
  const nines = (percentile) => -Math.log10(1 - percentile / 100);

  function latency(chart, width) {
    const points = chart.curves.flatMap((c) => c.points
      .filter((p) => p.percentile >= 50 && p.percentile < 100 && p.nanos > 0)
      .map((p) => ({ ...p, x: nines(p.percentile), series: c.series, corrected: c.corrected, line: `${c.series} ${c.corrected}` })));
    if (points.length === 0) return null;
    const lowest = d3.min(points, (p) => p.nanos);
    const highest = d3.max(points, (p) => p.nanos);
    const domain = [lowest / 1.5, highest * 1.5];
    const last = Math.max(nines(99.99), d3.max(points, (p) => p.x));
    const percentiles = [50, 90, 99, 99.9, 99.99, 99.999, 99.9999].filter((p) => nines(p) <= last + 1e-9);
    const both = new Set(points.map((p) => p.corrected)).size > 1;
    const lines = (corrected) => Plot.line(points.filter((p) => p.corrected === corrected), {
      x: "x", y: "nanos", z: "line", stroke: (p) => color(p.series), strokeWidth: 2, strokeDasharray: both && corrected ? "6 4" : null,
    });
    return {
      options: {
        width, height: 320, marginLeft: 64, marginRight: 20, marginBottom: 42, marginTop: 28,
        x: { type: "linear", domain: [nines(50), last], ticks: percentiles.map(nines), tickFormat: (t) => String(+(100 * (1 - 10 ** -t)).toFixed(4)), grid: true, label: "percentile of operations, logit-like scale", labelAnchor: "center", labelArrow: "none" },
        y: { type: "log", domain, ticks: logTicks(domain, 12), tickFormat: duration, grid: true, label: "latency of one operation, logarithmic", labelArrow: "none" },
        marks: [
          Plot.frame({ strokeOpacity: 0.25 }), lines(false), lines(true),
          Plot.dot(points, { x: "x", y: "nanos", fill: (p) => color(p.series), symbol: (p) => symbol(p.series), r: 4 }),
          Plot.tip(points, Plot.pointer({ x: "x", y: "nanos", title: (p) => `${p.series}${p.corrected ? ", corrected" : ""}\n${p.percentile} % within ${duration(p.nanos)}` })),
        ],
        symbol: { type: "identity" },
      },
      title: chart.benchmark,
      says: chart.curves.map((c) => `${c.series}: ${c.points.map((p) => `${p.percentile} % within ${duration(p.nanos)}`).join(", ")}`).join("; "),
      caption: both ? "Dashed: corrected for coordinated omission." : points[0].corrected ? "Corrected for coordinated omission." : "Not corrected for coordinated omission.",
    };
  }

  function overTime(chart, width) {
    const points = chart.lines.flatMap((l) => l.points.map((p) => ({ ...p, series: l.series, repeat: l.repeat, line: `${l.series} ${l.repeat}` })));
    const first = d3.min(chart.lines, (l) => l.repeat);
    const stalls = points.filter((p) => p.stalled);
    return {
      options: {
        width, height: 300, marginLeft: 56, marginRight: 20, marginBottom: 42, marginTop: 28,
        x: { type: "linear", domain: [0, d3.max(points, (p) => p.second)], nice: true, label: "seconds from the start", labelAnchor: "center", labelArrow: "none", ticks: Math.max(3, Math.round(width / 90)) },
        y: { type: "linear", domain: [0, d3.max(points, (p) => p.rate) || 1], nice: true, grid: true, label: "thousand operations per second", labelArrow: "none" },
        marks: [
          Plot.ruleY([0]),
          Plot.line(points, { x: "second", y: "rate", z: "line", stroke: (p) => color(p.series), strokeWidth: 1.5, strokeOpacity: (p) => p.repeat === first ? 1 : 0.45 }),
          Plot.dot(stalls, { x: "second", y: "rate", symbol: "times", stroke: (p) => color(p.series), strokeWidth: 2, r: 5 }),
          Plot.tip(points, Plot.pointer({ x: "second", y: "rate", title: (p) => `${p.series}, repeat ${p.repeat}\nat ${grouped(p.second, 1)} s: ${short(p.rate)}${p.stalled ? " (stall)" : ""}` })),
        ],
        symbol: { type: "identity" },
      },
      title: chart.benchmark,
      says: chart.lines.map((l) => `${l.series}, repeat ${l.repeat}: ${l.longestStallSeconds === 0 ? "no stall" : `longest stall ${grouped(l.longestStallSeconds, 1)} seconds`}`).join("; "),
      caption: stalls.length === 0 ? "No stall." : "× marks a stall.",
    };
  }

  function rates(chart, width) {
    const points = chart.curves.flatMap((c) => c.points.map((p) => ({ ...p, series: c.series })));
    const low = d3.min(points, (p) => Math.min(p.expected, p.measured > 0 ? Math.max(p.low, p.measured / 4) : p.high));
    const high = d3.max(points, (p) => Math.max(p.expected, p.high));
    const domain = [low / 1.6, Math.min(1, high * 1.6)];
    const seen = points.filter((p) => p.measured > 0);
    const whisker = { x: "bitsPerKey", stroke: (p) => color(p.series), strokeWidth: 1.5 };
    return {
      options: {
        width, height: 340, marginLeft: 64, marginRight: 20, marginBottom: 42, marginTop: 28,
        x: { type: "linear", nice: true, inset: 8, grid: true, label: "bits of memory per key", labelAnchor: "center", labelArrow: "none" },
        y: { type: "log", domain, ticks: logTicks(domain, 12), tickFormat: percent, grid: true, label: "false-positive rate, logarithmic", labelArrow: "none" },
        marks: [
          Plot.frame({ strokeOpacity: 0.25 }),
          Plot.line(points, { x: "bitsPerKey", y: "expected", z: "series", stroke: (p) => color(p.series), strokeDasharray: "5 3" }),
          Plot.ruleX(points, { ...whisker, y1: (p) => Math.max(p.low, domain[0]), y2: "high" }),
          Plot.dot(points, { ...whisker, y: "high", symbol: dash, r: 5 }),
          Plot.dot(points.filter((p) => p.low > domain[0]), { ...whisker, y: "low", symbol: dash, r: 5 }),
          Plot.dot(seen, { x: "bitsPerKey", y: "measured", fill: (p) => color(p.series), symbol: (p) => symbol(p.series), r: 4.5 }),
          Plot.tip(points, Plot.pointer({ x: "bitsPerKey", y: "expected", title: (p) => `${p.series}, ${p.bitsPerKey.toFixed(2)} bits per key\nmeasured ${percent(p.measured)} (${percent(p.low)} to ${percent(p.high)})\ntheory ${percent(p.expected)}` })),
        ],
        symbol: { type: "identity" },
      },
      title: `${grouped(chart.keys, 0)} keys`,
      says: points.map((p) => `${p.series} at ${p.bitsPerKey.toFixed(1)} bits: measured ${percent(p.measured)}, theory ${percent(p.expected)}`).join("; "),
      caption: "Symbols: measured, with 95 % whiskers; a whisker without one: no false positive was seen. Dashed: theory.",
    };
  }

  const dash = { draw: (context, size) => { const half = Math.sqrt(size) / 2; context.moveTo(-half, 0); context.lineTo(half, 0); } };

  const kinds = { throughput: [throughput, data.throughput], latency: [latency, data.latency], time: [overTime, data.time], rates: [rates, data.rates] };

  function figure(chart, kind) {
    const figure = document.createElement("figure");
    const heading = figure.appendChild(document.createElement("h3"));
    let drawn = null;
    let drawnWidth = 0;
    figure.redraw = () => {
      const width = Math.floor(figure.clientWidth - 26);
      if (width <= 0 || width === drawnWidth) return;
      drawnWidth = width;
      const made = kind(chart, width);
      if (made === null) return figure.remove();
      heading.textContent = made.title;
      const svg = Plot.plot({ ...made.options, ariaLabel: `${made.title}. ${made.says}.` });
      svg.setAttribute("role", "img");
      if (drawn === null) {
        figure.append(svg);
        if (made.caption) figure.appendChild(document.createElement("figcaption")).textContent = made.caption;
      } else {
        drawn.replaceWith(svg);
      }
      drawn = svg;
    };
    return figure;
  }

  function legend(names, place) {
    for (const name of names) {
      const item = place.appendChild(document.createElement("span"));
      const mark = Plot.plot({
        width: 16, height: 16, margin: 0, axis: null, x: { domain: [0, 1] }, y: { domain: [0, 1] },
        marks: [Plot.dot([0], { x: 0.5, y: 0.5, r: 5, fill: color(name), symbol: symbol(name) })],
      });
      mark.setAttribute("aria-hidden", "true");
      item.append(mark, name);
    }
    place.hidden = false;
  }

  const figures = [];
  for (const [name, [kind, charts]] of Object.entries(kinds)) {
    const place = document.querySelector(`[data-charts="${name}"]`);
    if (!place) continue;
    for (const chart of charts) figures.push(place.appendChild(figure(chart, kind)));
    if (name !== "throughput") {
      const used = new Set(charts.flatMap((c) => (c.curves ?? c.lines).map((l) => l.series)));
      legend(series.filter((s) => used.has(s)), document.querySelector(`[data-legend="${name}"]`));
    }
  }
  const redraw = () => figures.forEach((f) => f.redraw());
  redraw();
  new ResizeObserver(() => requestAnimationFrame(redraw)).observe(document.querySelector("main"));
})();
