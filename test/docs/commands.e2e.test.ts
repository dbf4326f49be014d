import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CodeBlock, codeBlocks, markdownFiles } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Commands that are not run here, and why. */
const ELSEWHERE: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm ci\b/, 'the gate runs it in a clean checkout'],
  [/^npm test$/, 'this is it'],
  [/^npm i /, 'test/docs/packages.test.ts compares its versions with those that are tested'],
  [/^(ENGINE=\S+ .*)?npm start\b/, 'the service that answers the other commands was started by it'],
  [
    /^npx fieldstone (-C \S+ )?(start|dev)\b/,
    'it serves until it is stopped; test/examples opens the shop',
  ],
  [
    /^npm exec -c 'node test\/support\/bigquery/,
    'every test of the BigQuery adapter starts this server',
  ],
  [/^npx fieldstone (-C \S+ )?test\b/, 'npm run test:cases and test/cli run it'],
  [/^npx vite /, 'test/examples builds the page and opens it in a browser'],
  [/^pip install |python3 /, 'test/examples runs it where there is Python'],
  [/^npm sbom\b/, 'it reads the lock file of the whole checkout'],
  [
    /^npm run warehouse:create\b|^npx fieldstone (check|bill)\b/,
    'test/cli runs it against a server',
  ],
];

/** The subcommands and flags of cloud and container tools that the pages use, as the tools' references list them. */
const CLOUD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bq: {
    mk: ['--location', '--dataset'],
    query: ['--project_id', '--location', '--use_legacy_sql'],
  },
  docker: {
    build: [],
    'compose -f examples/deploy/compose.yaml up': ['--build'],
  },
  gcloud: {
    'auth application-default login': [],
    'run deploy': [
      '--image',
      '--port',
      '--cpu',
      '--memory',
      '--min-instances',
      '--no-cpu-throttling',
      '--timeout',
      '--concurrency',
      '--set-env-vars',
      '--set-secrets',
      '--service-account',
    ],
    'iam service-accounts create': ['--project'],
    'projects add-iam-policy-binding': ['--role', '--condition', '--member'],
    'services enable': ['--project'],
  },
  kubectl: {
    'create secret generic fieldstone': ['--from-file'],
    'apply -f examples/deploy/kubernetes': ['--dry-run'],
  },
};

// A loaded machine starts a gateway in a minute.
const WAIT = { timeout: 150_000, interval: 100 };

let folder: string;
let log: Service;
let shop: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldstone-docs-'));
  for (const part of ['src', 'schema', 'examples', 'test', 'node_modules']) {
    symlinkSync(join(ROOT, part), join(folder, part));
  }
  for (const file of ['package.json', 'fieldstone.json']) {
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  const line = '192.0.2.1 - - [01/Jul/2026:23:59:58 +0000] "GET /a HTTP/1.1" 200 10 "-" "curl/8"\n';
  writeFileSync(join(folder, 'access.log.gz'), gzipSync(line));
  writeCloudTools(join(folder, 'bin'));
  log = await startService({});
  shop = await startService({
    FIELDSTONE_PROJECT: join(folder, 'examples/shop'),
    DATA_DIR: join(folder, 'shop'),
  });
}, 300_000);

afterAll(async () => {
  await Promise.all([log, shop].map((service) => service?.stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** A running service. */
interface Service {
  readonly address: string;
  readonly key: string;
  stop(): Promise<unknown>;
}

async function startService(environment: Readonly<Record<string, string>>): Promise<Service> {
  const entry = ['-r', './src/preload.cjs', 'src/main.ts'];
  const env = { PORT: '0', DRAIN_SECONDS: '0', ...environment };
  const child = spawn(process.execPath, entry, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [key, address] = await vi.waitFor(() => {
    const [printed] = /^fsk_\w+$/m.exec(output) ?? [];
    const [, listens] = /http:\/\/(127\.0\.0\.1:\d+)/.exec(output) ?? [];
    if (printed === undefined || listens === undefined)
      throw new Error(`It has not begun: ${output}`);
    return [printed, listens];
  }, WAIT);
  await vi.waitFor(async () => {
    const { status } = await fetch(`http://${address}/readyz`);
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
  }, WAIT);
  return { address, key, stop };
}

/** The service that a block is for: that of the shop with `project="shop"`, else that of the repository. */
function serviceOf({ attributes }: CodeBlock): Service {
  return attributes['project'] === 'shop' ? shop : log;
}

/** Tools of the same names that accept what the lists above hold, and nothing else. */
function writeCloudTools(bin: string): void {
  mkdirSync(bin);
  for (const [tool, commands] of Object.entries(CLOUD)) {
    const program = `#!${process.execPath}
const commands = ${JSON.stringify(commands)};
const words = process.argv.slice(2);
const flags = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
const rest = words.filter((word) => !word.startsWith('--')).join(' ');
const known = Object.keys(commands).find((command) => rest === command || rest.startsWith(command + ' '));
const unknown = flags.filter((flag) => !commands[known]?.includes(flag));
if (!known || unknown.length > 0) {
  console.error('${tool} has no ' + (known ? unknown : rest));
  process.exit(2);
}
`;
    writeFileSync(join(bin, tool), program);
    chmodSync(join(bin, tool), 0o755);
  }
}

/** The commands of a block that are run here; what a reader puts in is put in. */
function commandsOf(block: CodeBlock): string {
  const { text, attributes } = block;
  // The package's own test runs these, from the tarball in an empty folder.
  if (attributes['way'] !== undefined) return '';
  const { address } = serviceOf(block);
  const parts = text.split('\n').flatMap((line) => {
    const [command = ''] = line.split(/\s+#/);
    const kept = command
      .split(' && ')
      .filter((part) => !ELSEWHERE.some(([what]) => what.test(part)));
    return kept.join(' && ');
  });
  return parts
    .join('\n')
    .replaceAll('127.0.0.1:4000', address)
    .replace(/^KEY=fsk_…/m, '')
    .replace(
      /^ETAG='.*'/m,
      `ETAG=$(curl -si -H "X-API-KEY: $KEY" 'http://${address}/api/endpoints/query/usage.api-counts?project=demo&interval=daily' | tr -d '\\r' | sed -n 's/^etag: //p')`,
    )
    .replace(/\brevoke ID\b/, `revoke "$(npm run -s keys -- list | awk '/ ci / { print $1 }')"`);
}

const FILES = markdownFiles().map((file) => [file, codeBlocks(file)] as const);
const COMMANDS = FILES.flatMap(([, blocks]) =>
  blocks.flatMap((block, i) =>
    block.language === 'sh' ? [[block.place, block, blocks[i + 1]] as const] : [],
  ),
);

/** A machine that has only Node and npm cannot run what the pages show. */
const HAS_SHELL = ['bash', 'curl', 'awk'].every(
  (tool) => spawnSync(tool, ['--version']).error === undefined,
);

test.skipIf(!HAS_SHELL).each(COMMANDS)('%s does what it says', async (_, block, shown) => {
  const commands = commandsOf(block);
  if (commands.trim() === '') return;
  // What a reader's shell has: the printed key, and what earlier blocks of a page have set.
  const shell = `KEY=${serviceOf(block).key} PROJECT=my-project DATASET=logs
export PATH="${join(folder, 'bin')}:${join(ROOT, 'node_modules/.bin')}:$PATH"`;

  const { stdout } = await run('bash', ['-euc', `${shell}\n${commands}`], { cwd: folder });

  if (/^curl (?!-i)/m.test(commands) && !/Accept: text\/csv/.test(commands)) {
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toBeTypeOf('object');
    if (shown?.language === 'json') {
      const members = /"([a-zA-Z]+)":/.exec(shown.text)?.[1] ?? '';
      expect(Object.keys(answer as object)).toContain(members);
    }
  }
});

test('every GraphQL block is an operation that the service answers without errors', async () => {
  const blocks = FILES.flatMap(([, all]) => all.filter(isOperation));
  const failures: string[] = [];
  for (const block of blocks) {
    const { errors } = await answerOf(block);
    if (errors !== undefined) failures.push(`${block.place}: ${JSON.stringify(errors)}`);
  }

  expect(blocks.length).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});

/** Operations over the shop, whose rows never change, with the answer that stands below them. */
const SHOP_ANSWERS = FILES.flatMap(([, blocks]) =>
  blocks.flatMap((block, i) => {
    const shown = blocks[i + 1];
    const isShop = isOperation(block) && block.attributes['project'] === 'shop';
    return isShop && shown?.language === 'json' ? [[block.place, block, shown] as const] : [];
  }),
);

test.each(SHOP_ANSWERS)('%s is answered as the page says', async (_, block, shown) => {
  expect(await answerOf(block)).toEqual(JSON.parse(shown.text));
});

/** Part of a schema is no operation: test/docs/readme.test.ts compares it. */
function isOperation({ language, attributes }: CodeBlock): boolean {
  return language === 'graphql' && attributes['schema'] === undefined;
}

async function answerOf(block: CodeBlock): Promise<{ readonly errors?: unknown }> {
  const { address, key } = serviceOf(block);
  const response = await fetch(`http://${address}/graphql`, {
    method: 'POST',
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: block.text }),
  });
  return (await response.json()) as { errors?: unknown };
}
