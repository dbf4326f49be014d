import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts';

/** Many rows, and a few beside them: what a catalogue has. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  'rows.many': `-- Ten thousand rows.
-- @maxRows 10000
SELECT TIMESTAMP_ADD(TIMESTAMP '2026-01-01 00:00:00+00', INTERVAL n MINUTE) AS minute, n,
  FORMAT('name %05d', n) AS name, MOD(n * 7919, 1000) AS load, CAST(n AS NUMERIC) / 7 AS price,
  SIN(n / 300) * 50 + 100 AS level
FROM UNNEST(GENERATE_ARRAY(1, 10000)) AS n`,
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `group${index % 3}.endpoint${index}`,
      `-- Endpoint number ${index}.\n-- @param {STRING} name - A name\nSELECT ${index} AS n, @name AS name`,
    ]),
  ),
};

/** A gateway over the project, and a key. */
export async function openProject(
  folder: string,
): Promise<{ readonly gateway: GatewayProcess; readonly key: string }> {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'endpoints'), { recursive: true });
  writeFileSync(join(project, 'fieldstone.json'), '{}');
  for (const [name, sql] of Object.entries(ENDPOINTS)) {
    writeFileSync(join(project, `endpoints/${name}.sql`), sql);
  }
  const environment = { FIELDSTONE_PROJECT: project };
  const command = fileURLToPath(new URL('../../../src/bin.cjs', import.meta.url));
  const output = execFileSync(process.execPath, [command, 'keys', 'create', '--name', 'bench'], {
    env: { DATA_DIR: folder, ...environment },
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gateway = await startGateway({ folder, environment });
  return { gateway, key: output.trim().split('\n').at(-1) ?? '' };
}
