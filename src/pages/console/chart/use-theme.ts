import { useSyncExternalStore } from 'react';
import type { ChartTheme } from './draw-chart.ts';

const DARK = matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  DARK.addEventListener('change', listener);
  return () => DARK.removeEventListener('change', listener);
}

/** Whether the browser prefers dark colours. */
export function useDark(): boolean {
  return useSyncExternalStore(subscribe, () => DARK.matches);
}

const SERIES = 8;

/** The colours of charts, which are those of the style sheet. */
export function readTheme(element: HTMLElement): ChartTheme {
  const probe = document.createElement('span');
  element.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    text: colour('text-muted'),
    grid: colour('line'),
    background: colour('surface'),
    colours: Array.from({ length: SERIES }, (_, index) => colour(`series-${index + 1}`)),
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  probe.remove();
  return theme;
}
