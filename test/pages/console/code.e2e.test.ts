import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from 'mcp-client-2';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { projectFolder } from '../../support/project-folder.ts';
import { inBrowser, openGateway, sharedBrowser } from '../page.ts';
import {
  CLIPBOARD,
  cellsOf,
  copied,
  listeningProject,
  listeningShop,
  type OpenedGateway,
  openPlace,
} from './page.ts';

const visit = sharedBrowser();
const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url));

/** What the page offers as code for an endpoint. */
interface Snippets {
  readonly name: string;
  readonly curl: string;
  readonly typescript: string;
  readonly graphql: string;
  readonly mcp: string;
  /** The rows that the page has. */
  readonly rows: readonly unknown[];
}

/** Opens each endpoint of the list, and copies its rows and its code. */
async function snippetsOf(page: Page): Promise<readonly Snippets[]> {
  const titles = page.locator('.card h3');
  await titles.first().waitFor();
  const links = await titles.allInnerTexts();
  const found: Snippets[] = [];
  for (const name of links) {
    await page.locator('.brand').click();
    await page.getByRole('link', { name, exact: true }).click();
    await cellsOf(page);
    const rows = (await copied(page, 'Copy NDJSON'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    await page.getByRole('tab', { name: 'Code' }).click();
    const copy = async (tab: string) => {
      await page.getByRole('tab', { name: tab }).click();
      return copied(page, `Copy ${tab}`);
    };
    const graphql = await copy('GraphQL');
    const [curl, typescript, mcp] = [
      await copy('curl'),
      await copy('TypeScript'),
      await copy('MCP'),
    ];
    found.push({ name, curl, typescript, graphql, mcp, rows });
  }
  return found;
}

/** Compiles the modules strictly, and runs each. */
async function checkTypeScript(snippets: readonly Snippets[]): Promise<void> {
  const options = { strict: true, module: 'nodenext', target: 'es2024', noEmit: true, types: [] };
  const compilerOptions = { ...options, lib: ['es2024', 'dom'], exactOptionalPropertyTypes: true };
  const folder = projectFolder({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.mts'] }),
    ...Object.fromEntries(snippets.map(({ name, typescript }) => [`${name}.mts`, typescript])),
  });
  execFileSync(TSC, ['-p', folder], { encoding: 'utf8' });
  for (const { name, rows } of snippets) {
    const { stdout } = await run(process.execPath, [`${folder}/${name}.mts`]);
    expect([name, stdout === '' || rows.length === 0]).toEqual([name, false]);
  }
}

async function checkOthers({ url, key }: OpenedGateway, one: Snippets): Promise<void> {
  const { curl, graphql, mcp, name, rows } = one;
  const { stdout } = await run('bash', ['-c', curl]);
  expect([name, JSON.parse(stdout).result]).toEqual([name, rows]);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-KEY': key },
    body: JSON.stringify({ query: graphql }),
  });
  const { data, errors } = await response.json();
  expect([name, errors]).toEqual([name, undefined]);
  const [field = '', result] = Object.entries(data)[0] as [string, Record<string, unknown>];
  expect([result['rows'] ?? [result['row']]].flat(2)).toHaveLength(rows.length);
  const { fieldstone } = JSON.parse(mcp).mcpServers;
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(fieldstone.url), {
      requestInit: { headers: fieldstone.headers },
    }),
  );
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map((tool) => tool.name)).toEqual([field]);
}

for (const [project, open] of [
  ['the shop', listeningShop],
  ['this repository', openGateway],
] as const) {
  inBrowser(`the code of every endpoint of ${project} runs as it is copied`, async () => {
    const opened = await open();
    const { page, problems } = await visit({ permissions: CLIPBOARD });

    await openPlace(page, opened.url, opened.key);
    const snippets = await snippetsOf(page);
    await checkTypeScript(snippets);
    for (const one of snippets) await checkOthers(opened, one);

    expect(snippets.length).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });
}

inBrowser('code has quotation marks and long numbers as they were entered', async () => {
  const opened = await listeningProject({
    'hard.values': `-- @param {STRING!} text - it's */ \${x} "a"
-- @param {INT64!} n
-- @param {JSON!} doc
-- @param {ARRAY<INT64>} list
-- @example {"text": "it's \\"a\\" $(x) \`b\` \\\\ é", "n": "9007199254740993", "doc": "{\\"a\\": [1, \\"b\\"]}", "list": [1, "9007199254740993"]}
SELECT @text AS \`text\`, @n AS n, @doc AS doc, @list AS list`,
  });
  const { page, problems } = await visit({ permissions: CLIPBOARD });

  await openPlace(page, opened.url, opened.key);
  const [one] = await snippetsOf(page);

  expect(one?.curl).toContain('9007199254740993');
  expect(one?.typescript).toContain('9007199254740993');
  if (one) {
    await checkTypeScript([one]);
    await checkOthers(opened, one);
  }
  expect(problems).toEqual([]);
});

inBrowser('the key is in copies of code, and in nothing that is displayed', async () => {
  const { url, key } = await listeningShop();
  const { page } = await visit({ permissions: CLIPBOARD });

  await openPlace(page, url, key, 'endpoint/order?id=A-0001');
  await cellsOf(page);
  await page.getByRole('tab', { name: 'Code' }).click();
  const displayed = await page.content();

  // What a button says of a copy ends with a timer.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  expect(await copied(page, 'Copy curl')).toContain(key);
  expect(displayed).not.toContain(key);
  await page.getByRole('tab', { name: 'GraphQL' }).click();
  await page.getByRole('button', { name: 'Copy GraphQL', exact: true }).waitFor();
});
