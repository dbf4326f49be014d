import type { ChartData } from './chart-data.ts';

/** Properties of `Legend`. */
export interface LegendProps {
  readonly data: ChartData;
  /** The index of the point that the pointer is at. */
  readonly point: number | undefined;
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** The names of the series, with their values where the pointer is. */
export function Legend({ data, point }: LegendProps) {
  const { leftOut, series, splitBy } = data;
  return (
    <p className="legend">
      {splitBy !== undefined && <span className="at">{splitBy}</span>}
      {series.map(({ name, values }, index) => (
        <span key={name}>
          <i data-series={(index % 8) + 1} />
          {name}
          {point !== undefined && <b>{textOf(values[point])}</b>}
        </span>
      ))}
      {point !== undefined && <span className="at">{placeOf(data, point)}</span>}
      {leftOut > 0 && <span className="at">{leftOut} more are not drawn</span>}
    </p>
  );
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : NUMBER.format(value);
}

function placeOf({ labels, scale, x }: ChartData, point: number): string {
  const at = x[point];
  if (at === undefined) return '';
  if (scale === 'category') return labels[point] ?? '';
  if (scale === 'number') return NUMBER.format(at);
  return `${new Date(at * 1_000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
