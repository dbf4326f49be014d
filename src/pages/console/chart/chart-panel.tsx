import { useMemo, useRef, useState } from 'react';
import type { Answer } from '../api/run.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartControls } from './chart-controls.tsx';
import { chartData } from './chart-data.ts';
import { type Chart, chooseChart } from './choose-chart.ts';
import type { ChartTheme, DrawnChart } from './draw-chart.ts';
import { Figures } from './figures.tsx';
import { savePicture } from './save-picture.ts';

/** Properties of `ChartPanel`. */
export interface ChartPanelProps {
  readonly answer: Answer;
  /** What the rows are of. */
  readonly title: string;
}

/** The chart that the columns of an answer suggest, with the controls that change it. */
export function ChartPanel({ answer, title }: ChartPanelProps) {
  const { columns, rows } = answer;
  const suggested = useMemo(() => chooseChart(columns, rows), [columns, rows]);
  const [changed, setChanged] = useState<Chart>();
  const isThere = (chart: Chart) =>
    [chart.x, ...chart.y].every((name) => !name || columns.some((one) => one.name === name));
  const chart = changed && isThere(changed) ? changed : suggested;
  const drawn = useRef<readonly [DrawnChart, ChartTheme]>(undefined);
  const data = useMemo(
    () => (chart && chart.kind !== 'figures' ? chartData(chart, columns, rows) : undefined),
    [chart, columns, rows],
  );
  if (!chart || rows.length === 0) return null;
  const save = () => {
    if (!drawn.current || !data) return;
    savePicture(...drawn.current, { title, names: data.series.map(({ name }) => name) });
  };
  return (
    <section className="chart" aria-label={`Chart of ${title}`}>
      <ChartControls
        chart={chart}
        columns={columns}
        onChange={setChanged}
        onSave={data ? save : undefined}
      />
      {data ? (
        <ChartCanvas
          kind={chart.kind}
          data={data}
          label={labelOf(chart, rows.length)}
          onDrawn={(canvas) => {
            drawn.current = canvas;
          }}
        />
      ) : (
        <Figures names={chart.y} columns={columns} row={rows[0] ?? {}} />
      )}
    </section>
  );
}

function labelOf({ kind, x, y }: Chart, rows: number): string {
  return `${kind}: ${y.join(', ')} by ${x ?? 'nothing'}, of ${rows} rows`;
}
