import { execFile, spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { openShop, type Shop } from '../examples/shop/open-shop.ts';
import { cachedInstall } from '../support/cached-install.ts';
import { graphqlAnswer } from '../support/graphql-answer.ts';
import { listen } from '../support/http-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const TIME_LIMIT = 300_000;
const GO_CLIENT = fileURLToPath(new URL('go-client', import.meta.url));
const INSPECTOR = cachedInstall(
  '@modelcontextprotocol/inspector',
  '2.12.0',
  'clients/launcher/build/index.js',
);

/** A call of every tool of the shop but for `estimate`. */
function callsOf({ endpoints }: Shop) {
  return endpoints.map(({ definition: { field } }) => ({
    name: field,
    arguments: field === 'order' ? { id: 'A-0003' } : {},
  }));
}

/** What GraphQL answers of the same. */
function expectedOf(shop: Shop): Promise<readonly object[]> {
  const schema = createSchema(shop.endpoints);
  return Promise.all(
    callsOf(shop).map(({ name, arguments: sent }) => graphqlAnswer(shop, schema, name, sent)),
  );
}

/** What is the same in every answer to a call. */
function withoutMeta(answers: readonly object[]): readonly object[] {
  return answers.map((answer) => ({ ...answer, meta: undefined }));
}

/** A copy of the client's program that has its modules; undefined without Go or its modules. */
function goClient(): string | undefined {
  const folder = temporaryFolder();
  cpSync(GO_CLIENT, folder, { recursive: true });
  const { status } = spawnSync('go', ['build', '-o', 'client', '.'], { cwd: folder });
  return status === 0 ? join(folder, 'client') : undefined;
}

test(
  "the Go SDK's client lists and calls every tool of the shop",
  async ({ skip }) => {
    const program = goClient();
    if (program === undefined) return skip('There is no Go, or none of its modules');
    const shop = await openShop();
    const url = `http://127.0.0.1:${await listen(shop.app)}/mcp?maxChars=0`;
    const running = run(program, [url], { env: { FIELDSTONE_KEY: shop.key } });
    running.child.stdin?.end(JSON.stringify(callsOf(shop)));

    const { answers, tools } = JSON.parse((await running).stdout);

    expect(tools).toEqual([...callsOf(shop).map(({ name }) => name), 'estimate']);
    expect(withoutMeta(answers)).toEqual(withoutMeta(await expectedOf(shop)));
  },
  TIME_LIMIT,
);

test.skipIf(INSPECTOR === undefined)(
  "the inspector's command line lists and calls every tool of the shop",
  async () => {
    const shop = await openShop();
    const url = `http://127.0.0.1:${await listen(shop.app)}/mcp?maxChars=0`;
    const headers = { Authorization: `Bearer ${shop.key}` };
    const config = join(temporaryFolder(), 'mcp.json');
    writeFileSync(config, JSON.stringify({ mcpServers: { shop: { type: 'http', url, headers } } }));
    const inspect = async (...words: readonly string[]) => {
      const all = [INSPECTOR ?? '', '--cli', '--config', config, '--server', 'shop', ...words];
      return JSON.parse((await run(process.execPath, all)).stdout);
    };

    const { tools } = await inspect('--method', 'tools/list');
    const answers = [];
    for (const { name, arguments: sent } of callsOf(shop)) {
      const pairs = Object.entries(sent).map((pair) => pair.join('='));
      const words = ['--method', 'tools/call', '--tool-name', name];
      answers.push(await inspect(...words, ...pairs.flatMap((pair) => ['--tool-arg', pair])));
    }

    expect(tools.map(({ name }: { readonly name: string }) => name)).toEqual([
      ...callsOf(shop).map(({ name }) => name),
      'estimate',
    ]);
    expect(withoutMeta(answers.map(({ structuredContent }) => structuredContent))).toEqual(
      withoutMeta(await expectedOf(shop)),
    );
  },
  TIME_LIMIT,
);
