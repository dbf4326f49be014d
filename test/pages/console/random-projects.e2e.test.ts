import { expect } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { randomProject, writeProject } from '../../fuzz/projects/project.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { gateway } from '../../support/gateway.ts';
import { inferShared } from '../../support/infer-shared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { inBrowser, sharedBrowser } from '../page.ts';
import { CLIPBOARD, copied, listening, type OpenedGateway, openPlace } from './page.ts';

const visit = sharedBrowser();

async function openRandom(seed: number): Promise<OpenedGateway> {
  const folder = await writeProject(randomProject(seed, 4));
  const project = await loadProject(folder, { inferFields: inferShared });
  const files = tableFilesOf(project, temporaryFolder());
  const openEngine = () => new DuckDbEngine({ files, processes: sharedProcesses() });
  return listening(await gateway({ endpoints: prepareEndpoints(project), openEngine }));
}

/** Values for the parameters that have to be sent, by type. */
const VALUES: Readonly<Record<string, string>> = {
  BOOL: 'true',
  INT64: '1',
  FLOAT64: '1.5',
  NUMERIC: '1',
  BIGNUMERIC: '1',
  BYTES: 'YQ==',
  DATE: '2026-07-01',
  DATETIME: '2026-07-01T10:00:00',
  TIME: '10:00:00',
  TIMESTAMP: '2026-07-01T10:00:00Z',
  INTERVAL: '0-0 1 0:0:0',
  JSON: '{}',
};

interface Described {
  readonly name: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly required: boolean;
  }[];
}

/** The arguments that an endpoint cannot do without, as a query string. */
function neededArguments({ parameters }: Described): URLSearchParams {
  return new URLSearchParams(
    parameters
      .filter(({ required, type }) => required && !type.startsWith('ARRAY'))
      .map(({ name, type }) => [name, VALUES[type] ?? 'a']),
  );
}

for (let seed = 1; seed <= 10; seed += 1) {
  inBrowser(`the random project ${seed}: every form runs, and its rows are REST's`, async () => {
    const { app, url, key } = await openRandom(seed);
    const { page, problems } = await visit({ permissions: CLIPBOARD });
    const headers = { 'x-api-key': key };
    const { body } = await app.inject({ url: '/api/endpoints', headers });
    const { endpoints } = JSON.parse(body) as { endpoints: readonly Described[] };
    await openPlace(page, url, key);

    for (const endpoint of endpoints) {
      const query = neededArguments(endpoint);
      const accept = 'application/x-ndjson';
      const path = `/api/endpoints/query/${endpoint.name}?${query}`;
      const rest = await app.inject({ url: path, headers: { ...headers, accept } });
      // Of a required list nothing that could be sent in an address is known.
      if (rest.statusCode !== 200) continue;
      await page.goto(`${url}/#/endpoint/${endpoint.name}?${query}&$x=`);
      await page.getByRole('heading', { name: endpoint.name, exact: true, level: 1 }).waitFor();
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.locator('.provenance').waitFor();
      if (rest.body === '') await page.getByText('There are no rows.').waitFor();
      else
        expect([endpoint.name, await copied(page, 'Copy NDJSON')]).toEqual([
          endpoint.name,
          rest.body,
        ]);
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.locator('pre').waitFor();
    }

    expect(endpoints.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
}
