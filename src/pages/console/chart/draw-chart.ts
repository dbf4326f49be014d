import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartData } from './chart-data.ts';
import type { ChartKind } from './choose-chart.ts';

/** How a chart looks, from the style sheet. */
export interface ChartTheme {
  readonly text: string;
  readonly grid: string;
  readonly background: string;
  readonly font: string;
  readonly colours: readonly string[];
}

/** What is drawn, and where. */
export interface Drawing {
  readonly element: HTMLElement;
  readonly kind: ChartKind;
  readonly data: ChartData;
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  /** Called with the index of the point that the pointer is at; undefined if it left. */
  readonly onPoint: (index: number | undefined) => void;
}

/** A chart on the page. */
export interface DrawnChart {
  readonly canvas: HTMLCanvasElement;
  resize(width: number, height: number): void;
  destroy(): void;
}

/** Draws a chart. */
export function drawChart({ element, onPoint, ...drawing }: Drawing): DrawnChart {
  const plot = new uPlot(optionsOf(drawing, onPoint), alignedData(drawing.data), element);
  return {
    canvas: plot.ctx.canvas,
    resize: (width, height) => plot.setSize({ width, height }),
    destroy: () => plot.destroy(),
  };
}

function alignedData({ series, x }: ChartData): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}

function optionsOf(
  { data, height, kind, theme, width }: Omit<Drawing, 'element' | 'onPoint'>,
  onPoint: Drawing['onPoint'],
): uPlot.Options {
  const isTime = data.scale === 'time';
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: data.scale !== 'category', y: false }, points: { size: 7 } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
    scales: { x: scaleOf(data), y: yScale(kind, data) },
    axes: [xAxis(data, theme, isTime), yAxis(theme)],
    series: [{}, ...data.series.map((_, index) => seriesOf(kind, data, index, theme))],
    hooks: {
      setCursor: [
        ({ cursor }) => onPoint((cursor.left ?? -1) < 0 ? undefined : (cursor.idx ?? undefined)),
      ],
    },
  };
}

function scaleOf({ scale, x }: ChartData): uPlot.Scale {
  if (scale !== 'category') return { time: scale === 'time' };
  return { time: false, range: [-0.6, Math.max(x.length, 1) - 0.4] };
}

/** Bars and areas begin at zero. */
function yScale(kind: ChartKind, { series }: ChartData): uPlot.Scale {
  if (kind !== 'bars' && kind !== 'area') return {};
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const hasNegative = values.some((value) => value < 0);
  return hasNegative ? {} : { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] };
}

function seriesOf(
  kind: ChartKind,
  data: ChartData,
  index: number,
  theme: ChartTheme,
): uPlot.Series {
  const colour = theme.colours[index % theme.colours.length] ?? theme.text;
  const label = data.series[index]?.name ?? '';
  if (kind === 'dots') {
    return {
      label,
      stroke: colour,
      paths: () => null,
      points: { show: true, size: 6, fill: colour },
    };
  }
  if (kind === 'bars') return { label, stroke: colour, fill: colour, ...barsOf(data, index) };
  const isSparse = data.x.length <= 60;
  return {
    label,
    stroke: colour,
    width: 1.75,
    spanGaps: data.series.length > 1,
    points: { show: isSparse, size: 5, fill: colour },
    ...(kind === 'area' && { fill: `color-mix(in srgb, ${colour} 25%, transparent)` }),
  };
}

/** The share of a category's place that its bars take. */
const BARS_SHARE = 0.8;
/** uPlot's unit for values of the horizontal scale; its enum exists in types alone. */
const SCALE_VALUE = 1 as uPlot.Series.BarsPathBuilderFacetUnit.ScaleValue;

/** Bars of several series stand side by side. */
function barsOf({ series, x }: ChartData, index: number): Partial<uPlot.Series> {
  const spacing = x.length > 1 ? Math.min(...x.slice(1).map((at, i) => at - (x[i] ?? 0))) : 1;
  const width = (spacing * BARS_SHARE) / series.length;
  const left = (index - series.length / 2) * width;
  const bars = uPlot.paths.bars?.({
    disp: {
      x0: { unit: SCALE_VALUE, values: () => x.map((at) => at + left) },
      size: { unit: SCALE_VALUE, values: () => x.map(() => width * 0.94) },
    },
  });
  return { points: { show: false }, ...(bars && { paths: bars }) };
}

const AXIS_PX = 44;
const MINUTE = 60;
const DAY = 86_400;

/**
 * Labels of moments by their distance in seconds, in 24 hours: the distance from which on a line holds, the label, and
 * what is below it where a year, a month, a day, an hour or a minute begins; the last member adds it to the label.
 */
const TIME_VALUES: uPlot.Axis.Values = [
  [365 * DAY, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [DAY, '{MMM} {D}', '\n{YYYY}', null, null, null, null, null, 1],
  [MINUTE, '{HH}:{mm}', '\n{YYYY}-{MM}-{DD}', null, '\n{MMM} {D}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{YYYY}-{MM}-{DD}', null, '\n{MMM} {D}', null, null, null, 1],
  [0.001, '{ss}.{fff}', '\n{YYYY}-{MM}-{DD} {HH}:{mm}', null, null, null, '\n{HH}:{mm}', null, 1],
];

function xAxis({ labels, scale, x }: ChartData, theme: ChartTheme, isTime: boolean): uPlot.Axis {
  const common = axisOf(theme);
  if (isTime) return { ...common, space: 70, values: TIME_VALUES };
  if (scale !== 'category') return common;
  return {
    ...common,
    grid: { show: false },
    splits: (plot) => {
      const step = Math.ceil(x.length / Math.max(1, Math.floor(plot.width / 90)));
      return x.filter((place) => place % step === 0);
    },
    values: (_, splits) => splits.map((place) => shortened(labels[place] ?? '')),
  };
}

function yAxis(theme: ChartTheme): uPlot.Axis {
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });
  return {
    ...axisOf(theme),
    size: AXIS_PX + 14,
    values: (_, splits) => splits.map((value) => short.format(value)),
  };
}

function axisOf({ font, grid, text }: ChartTheme): uPlot.Axis {
  return {
    stroke: text,
    font,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1 },
  };
}

function shortened(label: string): string {
  return label.length > 14 ? `${label.slice(0, 13)}…` : label;
}
