import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sandboxCases, storedCases } from '../engines/fixture-cases.ts';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { fixtureStore } from '../support/fixture-store.ts';
import { askWithGo } from './go-client.ts';
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

test.skipIf(!EMULATOR_URL)(
  'Google’s Go client gets the same rows of the emulator as of the test server',
  async () => {
    const url = EMULATOR_URL ?? '';
    await loadFixtures(url, PLACE.project, PLACE.dataset);
    const server = await openBigQueryServer({ store: await fixtureStore() });

    const ours = await askWithGo(server.url, CASES);
    const theirs = await askWithGo(url, CASES);

    expect(ours.filter(({ error }) => error !== '')).toEqual([]);
    expect(ours).toEqual(theirs);
  },
  600_000,
);
