import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { DevProcess } from '../support/dev/dev-process.ts';
import { projectFolder } from '../support/project-folder.ts';

const BIN = fileURLToPath(new URL('../../src/bin.cjs', import.meta.url));

const WRONG = {
  'fieldstone.json': '{"tables": {"orders": {}}}',
  'tables/orders.json': '[{"name": "id", "type": "INT64"}]',
  'endpoints/right.sql': 'SELECT o.id FROM orders AS o',
  'endpoints/wrong.sql': '-- Wrong.\nSELECT o.nothing FROM orders AS o',
};

/** What every command says of that project: place, message, source line and marker. */
const SAID = `endpoints/wrong.sql:2:10: Name nothing not found inside o
> 2 | SELECT o.nothing FROM orders AS o
    |          ^
`;

function run(words: readonly string[]) {
  const folder = projectFolder(WRONG);
  const env = { DATA_DIR: folder, DEMO: 'false', PORT: '0' };
  const args = [BIN, ...words, '-C', folder];
  return new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>(
    (resolve) => {
      execFile(process.execPath, args, { env }, (error, out, err) => {
        resolve({ code: error ? error.code : 0, out, err });
      });
    },
  );
}

test.each([
  ['start'],
  ['query', 'right'],
  ['endpoints'],
  ['schema'],
  ['export', 'orders'],
  ['import', 'orders', BIN],
  ['keys', 'list'],
  ['bill'],
  ['config'],
])('fieldstone %s says where a project is wrong, with exit code 1', async (...words) => {
  const { code, err } = await run(words);

  expect([code, err]).toEqual([1, SAID]);
});

test('fieldstone check prints it, with exit code 1', async () => {
  const { code, err, out } = await run(['check']);

  expect([code, err]).toEqual([1, '']);
  expect(out).toBe(
    `${SAID}\nschema/ is not there: "fieldstone schema --write" writes it\n\n2 endpoints, 1 problem\n`,
  );
});

test('fieldstone dev says it, and serves the others', async () => {
  const dev = await DevProcess.start(projectFolder(WRONG));
  onTestFinished(() => dev.stop());
  const headers = { 'x-api-key': dev.key };
  const list = await fetch(`${dev.url}/api/endpoints`, { headers });
  const { endpoints } = (await list.json()) as { readonly endpoints: { readonly name: string }[] };

  expect(dev.lines.find((line) => line.startsWith('READY'))).toBe(
    `READY url=${dev.url} endpoints=1 errors=1`,
  );
  expect(endpoints.map(({ name }) => name)).toEqual(['right']);
  await expect.poll(() => dev.complaints).toBe(SAID);
});
