import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareEndpoints } from '../../src/catalog/prepare.ts';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../src/engines/opening/open-engine.ts';
import { loadShop, SHOP_FOLDER } from '../examples/shop/open-shop.ts';
import { sharedProcesses } from '../support/engine-processes.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { follow } from './follow.ts';
import { codeBlocks } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['docs/clients.md', 'docs/pages.md', 'docs/polling.md'];
const run = promisify(execFile);

/** Programs that write JSON, over what the pages have. */
const PROGRAMS = {
  apollo: `import { allEntries, createClient } from './apollo.ts';
    const client = createClient(url, key);
    write(await allEntries(client, 'demo'));
    client.stop();`,
  urql: `import { allEntries, createClient } from './urql.ts';
    write(await allEntries(createClient(url, key), 'demo'));`,
  relay: `import { allEntries, createEnvironment } from './relay.ts';
    write(await allEntries(createEnvironment(url, key), 'demo'));`,
  poll: `import { poll } from './poll.ts';
    const endpoint = url + '/api/endpoints/query/usage.api-counts?project=demo&interval=daily';
    for await (const rows of poll(endpoint, key, 0.05)) {
      write(rows);
      setTimeout(() => process.exit(0), 300);
    }`,
};

let project: string;

/** A project of one's own with everything that the pages write. */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'fieldstone-pages-'));
  mkdirSync(join(project, 'src/__generated__'), { recursive: true });
  cpSync(join(ROOT, 'schema/schema.graphql'), join(project, 'schema.graphql'));
  for (const file of ['scalars.ts', 'cache-config.ts']) {
    cpSync(join(ROOT, 'examples', file), join(project, 'src', file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  const artifact = readFileSync(join(ROOT, 'test/docs/page-query.relay.txt'), 'utf8');
  writeFileSync(
    join(project, 'src/__generated__/PageQuery.graphql.ts'),
    artifact.replace('import {', 'import type {'),
  );
  cpSync(join(ROOT, 'tsconfig.json'), join(project, 'base.json'));
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ extends: './base.json', files: [], include: ['src'] }),
  );
  for (const block of PAGES.flatMap(codeBlocks)) follow(project, block);
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const head = `const [, , url = '', key = ''] = process.argv;
      const write = (value: unknown) => console.log(JSON.stringify(value));`;
    writeFileSync(join(project, `src/run-${name}.ts`), `${head}\n${program}`);
  }
  await run(join(ROOT, 'node_modules/.bin/graphql-codegen'), [], { cwd: project });
  await run(join(ROOT, 'node_modules/.bin/tsc'), [], { cwd: project }).catch(({ stdout }) => {
    throw new Error(stdout);
  });
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Runs a program against a gateway with 45 entries; returns what each of its lines holds. */
async function outputOf(name: keyof typeof PROGRAMS): Promise<readonly unknown[]> {
  const entries = Array.from({ length: 45 }, (_, i) =>
    edgeRow({ at: `2026-07-01T11:00:${String(i).padStart(2, '0')}Z`, id: `entry-${i}` }),
  );
  const { app, key } = await gateway({ rows: { 'cloudflare.logs.prod': entries } });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const { stdout } = await run(process.execPath, [`src/run-${name}.ts`, url, key], {
    cwd: project,
  });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const NEWEST_FIRST = Array.from({ length: 45 }, (_, i) => `entry-${44 - i}`);

test.each(['apollo', 'urql', 'relay'] as const)(
  'the page about pages reads every entry once with %s',
  async (client) => {
    const [entries] = (await outputOf(client)) as [readonly { readonly id: string }[]];

    expect(entries.map(({ id }) => id)).toEqual(NEWEST_FIRST);
  },
);

test('the page about polling reads rows again only when they have changed', async () => {
  const lines = await outputOf('poll');

  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toEqual([]);
});

test('the page about pages reads every row of an endpoint once', async () => {
  const folder = temporaryFolder();
  cpSync(SHOP_FOLDER, folder, { recursive: true });
  const written = codeBlocks('docs/pages.md')
    .filter(({ language }) => language === 'sql')
    .map((block) => follow(folder, block));
  const shop = await loadShop(folder);
  const files = tableFilesOf(shop, temporaryFolder());
  const { graphql } = await gateway({
    endpoints: prepareEndpoints(shop),
    openEngine: () => new DuckDbEngine({ files, processes: sharedProcesses() }),
  });
  const pageAfter = async (after: number | null) => {
    const { data } = await graphql<Products>(
      'query ($after: Int64) { productsList(after: $after, limit: 7) { rows { id title } truncated } }',
      { after },
    );
    return data.productsList;
  };

  const ids: number[] = [];
  for (let more = true; more; ) {
    const { rows, truncated } = await pageAfter(ids.at(-1) ?? null);
    ids.push(...rows.map(({ id }) => id));
    more = truncated;
  }

  const { data } = await graphql<Products>('{ productsList { rows { id } } }');
  expect(written).toEqual(['endpoints/products.list.sql']);
  expect(ids.length).toBeGreaterThan(14);
  expect(ids).toEqual(data.productsList.rows.map(({ id }) => id));
});

interface Products {
  readonly productsList: {
    readonly rows: readonly { readonly id: number }[];
    readonly truncated: boolean;
  };
}
