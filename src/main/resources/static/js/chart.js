/** Lines over time, drawn by uPlot. */
import { html, useEffect, useMemo, useRef } from './lib.js';
import { language, number, t } from './i18n.js';

/** The colours of series that have none of their own, in turn: custom properties of console.css. */
const COLOURS = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'];

/** A canvas knows no custom properties: what the colour is in the theme that holds. */
function resolved(property) {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

const faded = (colour, alpha) => colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${alpha})`);

/** As wide as the longest text of the axis, in an 11 px font; a Chinese sign takes as much as two others. */
const wide = (u, texts) => 20 + 6.2 * Math.max(4, ...(texts ?? []).map((text) => text.replace(/[^\x00-\xff]/g, 'xx').length));

/** Values with a gap on either side, which no line would show: they are points. */
const alone = (u, series) =>
  u.data[series].flatMap((value, i, all) => (there(value) && !there(all[i - 1]) && !there(all[i + 1]) ? [i] : []));
const there = (value) => value !== null && value !== undefined;

/** What the legend tells: where the cursor is, else the newest place that has a value. */
function told(u, index) {
  if (index !== null && index !== undefined) {
    return index;
  }
  let last = u.data[0].length - 1;
  while (last > 0 && !u.data.slice(1).some((values) => there(values[last]))) {
    last--;
  }
  return last;
}

const clock = (at) => (there(at) ? new Date(at * 1000).toLocaleTimeString(language, { hour12: false }) : '');

function options(element, label, series, unit, stacked) {
  const ink = resolved('--muted');
  const grid = resolved('--line');
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: '11px system-ui' };
  const shown = (value) => (there(value) ? (unit ? unit(value) : number(value)) : '–');
  const zone = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false });
  const day = new Intl.DateTimeFormat(language, { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false });
  return {
    width: Math.max(element.clientWidth, 200),
    height: 180,
    cursor: { y: false, points: { size: 6 } },
    legend: { live: true },
    scales: { y: { range: (u, low, high) => [Math.min(0, low ?? 0), high > 0 ? high * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        space: 70,
        values: (u, ticks) => {
          const long = ticks.length > 1 && ticks[ticks.length - 1] - ticks[0] > 86400;
          return ticks.map((at) => (long ? day : zone).format(at * 1000));
        },
      },
      { ...axis, size: wide, values: (u, ticks) => ticks.map((value) => (unit ? unit(value) : number(value))) },
    ],
    series: [
      { label: t('overview.range'), value: (u, at, i, index) => clock(u.data[0][told(u, index)]) },
      ...series.map((one, i) => {
        const colour = resolved(one.colour ?? COLOURS[i % COLOURS.length]);
        return {
          label: one.label,
          stroke: colour,
          width: 1.5,
          fill: stacked || series.length === 1 ? faded(colour, 0.14) : undefined,
          points: { show: true, size: 5, fill: colour, filter: alone },
          spanGaps: false,
          value: (u, value, at, index) => shown(u.data[at][told(u, index)]),
        };
      }),
    ],
  };
}

/**
 * A chart. `times` are seconds since 1970, `series` are [{ label, values, colour }] of the same length (null: a gap; `colour`
 * is a custom property of console.css), `unit` turns a value into text, `label` says what is shown to those who can't see it.
 */
export function Chart({ label, times, series, unit, stacked = false }) {
  const place = useRef(null);
  const plot = useRef(null);
  const shape = series.map((one) => one.label + (one.colour ?? '')).join('|');
  const data = useMemo(() => [times, ...series.map((one) => one.values)], [times, series]);

  useEffect(() => {
    const element = place.current;
    const draw = () => {
      plot.current?.destroy();
      plot.current = new window.uPlot(options(element, label, series, unit, stacked), data, element);
    };
    draw();
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: Math.max(element.clientWidth, 200), height: 180 }));
    sizes.observe(element);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    addEventListener('landfall-theme', draw);
    return () => {
      sizes.disconnect();
      system.removeEventListener('change', draw);
      removeEventListener('landfall-theme', draw);
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape, label]);

  useEffect(() => plot.current?.setData(data), [data]);

  const last = series.map((one) => {
    const value = one.values[one.values.length - 1];
    return `${one.label}: ${value === null || value === undefined ? '–' : unit ? unit(value) : number(value)}`;
  });
  return html`<figure class="chart">
    <div ref=${place} role="img" aria-label=${`${label}. ${last.join(', ')}`}></div>
  </figure>`;
}
