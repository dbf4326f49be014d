import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sandboxCases, storedCases } from '../engines/fixture-cases.ts';
import { loadFixtures } from './load-fixtures.ts';
import { PLACE, RIGHT_CASES, tryCase } from './trial.ts';

// biome-ignore lint/style/noProcessEnv: tests have no other place for it.
const EMULATOR_URL = process.env['FIELDSTONE_EMULATOR_URL'];

const RIGHT: ReadonlySet<string> = new Set(JSON.parse(readFileSync(RIGHT_CASES, 'utf8')));
const CASES = [...storedCases(), ...sandboxCases()].filter(({ title }) => RIGHT.has(title));

test('every case that an emulator can answer is there', () => {
  expect(new Set(CASES.map(({ title }) => title))).toEqual(RIGHT);
});

test.skipIf(!EMULATOR_URL)(
  'an independent emulator gives the reference’s rows of every case that it can answer',
  async () => {
    const url = EMULATOR_URL ?? '';
    await loadFixtures(url, PLACE.project, PLACE.dataset);

    for (const item of CASES) {
      expect(await tryCase(url, item)).toEqual({ title: item.title, verdict: 'right', detail: '' });
    }
  },
  300_000,
);
