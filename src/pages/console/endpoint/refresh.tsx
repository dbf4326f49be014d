import { useEffect, useId, useRef, useState } from 'react';
import { estimate } from '../api/estimate.ts';
import type { Run } from '../api/run.ts';
import { costText } from '../parts/units.ts';

/** Properties of `Refresh`. */
export interface RefreshProps {
  readonly run: Run;
  readonly apiKey: string;
  readonly isBilled: boolean;
  readonly isEnabled: boolean;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

/** Seconds between runs. */
const INTERVALS: readonly (readonly [seconds: number, name: string])[] = [
  [0, 'off'],
  [10, 'every 10 s'],
  [60, 'every minute'],
  [300, 'every 5 minutes'],
];

/** Runs a query again and again while the tab is in sight; off until it is chosen, with its price beside it. */
export function Refresh({ apiKey, isBilled, isEnabled, isRunning, onRun, run }: RefreshProps) {
  const id = useId();
  const [seconds, setSeconds] = useState(0);
  const latest = useRef({ isRunning, isEnabled, onRun });
  latest.current = { isRunning, isEnabled, onRun };
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => {
      const { isEnabled, isRunning, onRun } = latest.current;
      if (isEnabled && !isRunning && document.visibilityState === 'visible') onRun();
    }, seconds * 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
  const price = useHourlyPrice(isBilled && isEnabled, seconds, run, apiKey);
  return (
    <span className="refresh">
      <label htmlFor={id}>Refresh</label>
      <select id={id} value={seconds} onChange={({ target }) => setSeconds(Number(target.value))}>
        {INTERVALS.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {price && <output>{price}</output>}
    </span>
  );
}

/** What an hour of refreshing costs at most: a cached result is computed once in its lifetime. */
function useHourlyPrice(
  isAsked: boolean,
  seconds: number,
  run: Run,
  apiKey: string,
): string | undefined {
  const [price, setPrice] = useState<string>();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    setPrice(undefined);
    if (!isAsked || seconds === 0) return;
    const controller = new AbortController();
    const { cacheSeconds } = latest.current.endpoint;
    const runs = 3_600 / Math.max(seconds, cacheSeconds ?? 0);
    estimate(latest.current, apiKey, controller.signal).then(
      ({ cost }) =>
        setPrice(cost === null ? undefined : `at most ${costText(cost * runs)} an hour`),
      () => undefined,
    );
    return () => controller.abort();
  }, [isAsked, seconds, apiKey]);
  return price;
}
