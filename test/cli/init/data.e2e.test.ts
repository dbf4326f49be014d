import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writeDatasets } from './datasets.ts';
import { runInit, serve } from './run-init.ts';

test('init makes an endpoint that answers of ten datasets of other makers', async () => {
  const source = temporaryFolder();
  const datasets = await writeDatasets(source);

  const made = await runInit({ data: datasets.map(({ path }) => join(source, path)) });

  expect(made.complaints).toEqual([]);
  const query = await serve(made.folder);
  for (const { endpoint, first, rows } of datasets) {
    const answer = await query(endpoint);
    expect(answer, endpoint).toHaveLength(rows);
    if (first) expect(answer[0], endpoint).toMatchObject(first);
  }
});

test('init without data makes a shop whose endpoints answer', async () => {
  const { folder } = await runInit({});

  const query = await serve(folder);

  expect((await query('revenue.by-day')).length).toBeGreaterThan(0);
  expect((await query('customers.best')).length).toBeGreaterThan(0);
});
