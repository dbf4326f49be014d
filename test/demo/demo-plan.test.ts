import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEMO_DAYS, type DemoFile, filesInside, planDemo } from '../../src/demo/demo-plan.ts';
import { MICROS_PER_DAY } from '../../src/engines/duckdb/queries/time-range.ts';

const NOW = Date.UTC(2026, 6, 10, 12, 34, 56, 789) * 1_000;
const TODAY = Date.UTC(2026, 6, 10) * 1_000;

/** Carries plans out on ranges alone. */
class Files {
  list: readonly DemoFile[] = [];
  #last = 0;

  update(now: number): void {
    const plan = planDemo(now, this.list);
    this.list = this.list.filter(({ path }) => !plan.remove.includes(path));
    for (const range of plan.write) {
      const inside = filesInside(range, this.list);
      this.#last += 1;
      const file = { path: `${this.#last}`, range };
      this.list = [...this.list.filter((other) => !inside.includes(other)), file];
    }
  }

  get ranges() {
    return this.list.map(({ range }) => range).sort((a, b) => a.start - b.start);
  }
}

test('planDemo writes whole days, then today in three files, when there is nothing', () => {
  const { write, remove } = planDemo(NOW, []);

  expect(write.slice(0, 2)).toEqual([
    { start: TODAY - 8 * MICROS_PER_DAY, end: TODAY - 7 * MICROS_PER_DAY },
    { start: TODAY - 7 * MICROS_PER_DAY, end: TODAY - 6 * MICROS_PER_DAY },
  ]);
  expect(write.slice(DEMO_DAYS)).toEqual([
    { start: TODAY, end: TODAY + 12 * 3_600_000_000 },
    { start: TODAY + 12 * 3_600_000_000, end: TODAY + (12 * 60 + 34) * 60_000_000 },
    { start: TODAY + (12 * 60 + 34) * 60_000_000, end: NOW },
  ]);
  expect(remove).toEqual([]);
});

test('planDemo writes one small file when the last one is seconds old', () => {
  const files = new Files();
  files.update(NOW - 5_000_000);

  expect(planDemo(NOW, files.list).write).toEqual([
    { start: TODAY + (12 * 60 + 34) * 60_000_000, end: NOW },
  ]);
});

test('planDemo removes days that are too old', () => {
  const range = { start: TODAY - 9 * MICROS_PER_DAY, end: TODAY - 8 * MICROS_PER_DAY };

  expect(planDemo(NOW, [{ path: 'old', range }]).remove).toEqual(['old']);
});

test('planDemo takes back rows of the future when the clock went back', () => {
  const files = new Files();
  files.update(NOW);

  const { remove } = planDemo(NOW - 3_600_000_000, files.list);

  const removed = files.list.filter(({ path }) => remove.includes(path));
  expect(removed.map(({ range }) => range.end)).toEqual([
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
      const files = new Files();
      let now = NOW;
      for (const step of jumps) {
        now += step;
        files.update(now);
      }
      const ranges = files.ranges.filter(({ end }) => end > planDemoStart(now));
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
