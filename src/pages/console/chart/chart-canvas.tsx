import { useEffect, useRef, useState } from 'react';
import type { ChartData } from './chart-data.ts';
import type { ChartKind } from './choose-chart.ts';
import type { ChartTheme, DrawnChart } from './draw-chart.ts';
import { Legend } from './legend.tsx';
import { readTheme, useDark } from './use-theme.ts';

const HEIGHT = 300;

/** Properties of `ChartCanvas`. */
export interface ChartCanvasProps {
  readonly kind: ChartKind;
  readonly data: ChartData;
  /** What is drawn, for screen readers. */
  readonly label: string;
  readonly onDrawn: (drawn: readonly [DrawnChart, ChartTheme] | undefined) => void;
}

/** The drawn chart, as wide as its place, with the values below the pointer in its legend. */
export function ChartCanvas({ data, kind, label, onDrawn }: ChartCanvasProps) {
  const place = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<number>();
  const isDark = useDark();
  const report = useRef(onDrawn);
  report.current = onDrawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when they change.
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    let drawn: DrawnChart | undefined;
    let isGone = false;
    // The library comes with the first chart.
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (isGone) return;
      const theme = readTheme(element);
      const width = element.clientWidth;
      drawn = drawChart({ element, kind, data, theme, width, height: HEIGHT, onPoint: setPoint });
      report.current([drawn, theme]);
    });
    const resizing = new ResizeObserver(() => drawn?.resize(element.clientWidth, HEIGHT));
    resizing.observe(element);
    return () => {
      isGone = true;
      resizing.disconnect();
      drawn?.destroy();
      report.current(undefined);
    };
  }, [data, kind, isDark]);
  return (
    <>
      <div ref={place} className="canvas" role="img" aria-label={label} />
      <Legend data={data} point={point} />
    </>
  );
}
