import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DayFiles, DEMO_DAYS, planDemo, rangeDay } from '../../src/demo/demo-plan.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/queries/time-range.ts';
import {
  demoFileName,
  demoFileRange,
  filesToRead,
} from '../../src/engines/duckdb/store/data-file.ts';

const NOW = Date.UTC(2026, 6, 10, 12, 34, 56, 789) * 1_000;
const TODAY = Date.UTC(2026, 6, 10) * 1_000;

/** Carries plans out on names alone. */
class Folders {
  readonly days = new Map<string, Set<string>>();

  get list(): readonly DayFiles[] {
    return [...this.days].map(([day, names]) => ({ day, names: [...names] }));
  }

  update(now: number): void {
    const plan = planDemo(now, this.list);
    for (const { day, name } of [...plan.retract, ...plan.retire]) this.days.get(day)?.delete(name);
    for (const range of plan.write) {
      const names = this.days.get(rangeDay(range)) ?? new Set();
      this.days.set(rangeDay(range), names.add(demoFileName(range)));
    }
  }

  get ranges() {
    return [...this.days.values()]
      .flatMap((names) => filesToRead([...names], {}))
      .map((name) => demoFileRange(name) ?? { start: Number.NaN, end: Number.NaN })
      .sort((a, b) => a.start - b.start);
  }
}

test('planDemo writes whole days, then today in three files, when there is nothing', () => {
  const { write, retire, retract } = planDemo(NOW, []);

  expect(write.slice(0, 2)).toEqual([
    { start: TODAY - 8 * MICROS_PER_DAY, end: TODAY - 7 * MICROS_PER_DAY },
    { start: TODAY - 7 * MICROS_PER_DAY, end: TODAY - 6 * MICROS_PER_DAY },
  ]);
  expect(write.slice(DEMO_DAYS)).toEqual([
    { start: TODAY, end: TODAY + 12 * 3_600_000_000 },
    { start: TODAY + 12 * 3_600_000_000, end: TODAY + (12 * 60 + 34) * 60_000_000 },
    { start: TODAY + (12 * 60 + 34) * 60_000_000, end: NOW },
  ]);
  expect([retire, retract]).toEqual([[], []]);
});

test('planDemo writes one small file when the last one is seconds old', () => {
  const folders = new Folders();
  folders.update(NOW - 5_000_000);

  expect(planDemo(NOW, folders.list).write).toEqual([
    { start: TODAY + (12 * 60 + 34) * 60_000_000, end: NOW },
  ]);
});

test('planDemo retires days that are too old and leaves imports alone', () => {
  const day = '2026-07-01';
  const old = demoFileName({ start: TODAY - 9 * MICROS_PER_DAY, end: TODAY - 8 * MICROS_PER_DAY });
  const names = [old, 'import-84113b81-a990-49e7-b7c7-240ff3de2c61.parquet'];

  expect(planDemo(NOW, [{ day, names }]).retire).toEqual([{ day, name: old }]);
});

test('planDemo takes back rows of the future when the clock went back', () => {
  const folders = new Folders();
  folders.update(NOW);

  const { retract } = planDemo(NOW - 3_600_000_000, folders.list);

  expect(retract.map(({ name }) => demoFileRange(name)?.end)).toEqual([
    TODAY + 12 * 3_600_000_000,
    TODAY + (12 * 60 + 34) * 60_000_000,
    NOW,
  ]);
});

test('planDemo keeps every moment of the demo days in exactly one file, however the clock jumps', () => {
  const jump = fc.oneof(
    fc.integer({ min: 1, max: 90 }).map((seconds) => seconds * 1_000_000),
    fc.integer({ min: -3 * 24 * 60, max: 12 * 24 * 60 }).map((minutes) => minutes * 60_000_000 + 7),
  );
  fc.assert(
    fc.property(fc.array(jump, { minLength: 1, maxLength: 20 }), (jumps) => {
      const folders = new Folders();
      let now = NOW;
      for (const step of jumps) {
        now += step;
        folders.update(now);
      }
      const ranges = folders.ranges.filter(({ end }) => end > planDemoStart(now));
      expect(ranges[0]?.start).toBe(planDemoStart(now));
      expect(ranges.at(-1)?.end).toBe(now);
      for (const [i, { start }] of ranges.entries()) {
        if (i > 0) expect(start).toBe(ranges[i - 1]?.end);
      }
    }),
  );
});

const planDemoStart = (now: number) =>
  Math.floor(now / MICROS_PER_DAY) * MICROS_PER_DAY - DEMO_DAYS * MICROS_PER_DAY;
