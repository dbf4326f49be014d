import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { filledStore } from '../support/filled-store.ts';
import { freshFiles } from '../support/fresh-files.ts';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { edgeRow } from '../support/log-rows.ts';
import { storedFiles } from '../support/stored-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'src/bin.cjs');
const MINUTE_AGO = new Date(Date.now() - 60_000).toISOString();

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a shell would, in a folder of its own. */
async function fieldstone(
  args: readonly string[],
  { environment = {}, input = '' }: { readonly environment?: object; readonly input?: string } = {},
): Promise<Ended> {
  const cwd = temporaryFolder();
  const env = { FIELDSTONE_PROJECT: ROOT, DATA_DIR: cwd, DEMO: 'false', ...environment };
  const child = spawn(process.execPath, [BIN, ...args], { cwd, env });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  child.stdin.end(input);
  const { promise, resolve } = Promise.withResolvers<Ended>();
  child.on('close', (code) => resolve({ code, out, err }));
  return promise;
}

/** Resolves when an import into the folder has begun. */
async function untilImporting(folder: string): Promise<void> {
  const isImporting = () => readdirSync(folder).some((name) => name.startsWith('.import-'));
  await expect.poll(isImporting).toBe(true);
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'fieldstone import ends with the process that was started, by %s too, and stores nothing',
  async (signal) => {
    const folder = temporaryFolder();
    const pipe = join(temporaryFolder(), 'rows');
    execFileSync('mkfifo', [pipe]);
    // It has no end as long as this process may write.
    const rows = openSync(pipe, 'r+');
    onTestFinished(() => closeSync(rows));
    writeSync(rows, `{"timestamp": "${MINUTE_AGO}"}\n`);
    const args = ['import', 'postgres.logs', pipe, '--data-dir', folder];
    const child = spawn(process.execPath, [BIN, '-C', ROOT, ...args], { cwd: folder });
    await untilImporting(folder);

    child.kill(signal);

    // Every process that was started holds an end of these pipes.
    await Promise.all([once(child.stdout, 'close'), once(child.stderr, 'close')]);
    expect(storedFiles(freshFiles(folder), 'postgres.logs')).toEqual([]);
  },
);

async function filledFolder(): Promise<string> {
  const { dataDir } = await filledStore({
    'cloudflare.logs.prod': [
      edgeRow({ at: MINUTE_AGO, id: 'a', message: '=1' }),
      edgeRow({ at: MINUTE_AGO, id: 'b', project: 'other' }),
    ],
  });
  return dataDir;
}

test('fieldstone query reads DATA_DIR with the rights of the operator, and prints data alone', async () => {
  const environment = { DATA_DIR: await filledFolder() };
  const ask = ['query', 'logs.all', '--project', 'demo', '--sql'];

  const csv = await fieldstone(
    [...ask, 'SELECT id, event_message AS m FROM edge_logs', '--format', 'csv', '--safe'],
    { environment },
  );
  const table = await fieldstone([...ask, '-'], {
    environment,
    input: 'SELECT id FROM edge_logs',
  });

  expect(csv).toEqual({ code: 0, out: "id,m\r\na,'=1\r\n", err: '' });
  expect(table).toEqual({ code: 0, out: 'id\na\n', err: '' });
});

test('fieldstone query and endpoints ask a running service with the key of a variable', async () => {
  const { app, keys } = await gateway({
    rows: { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:00:00Z', id: 'a' })] },
  });
  const url = `http://127.0.0.1:${await listen(app)}`;
  const key = keys.add({
    endpoints: new Set(['logs.all']),
    pins: new Map([['project', 'demo']]),
  });
  const remote = ['--url', url, '--key-env', 'MY_KEY'];
  const environment = { MY_KEY: key };

  const rows = await fieldstone(
    ['query', 'logs.all', '--sql', 'SELECT id FROM edge_logs', '--format', 'ndjson', ...remote],
    { environment },
  );
  const list = await fieldstone(['endpoints', ...remote], { environment });
  const refused = await fieldstone(['query', 'usage.api-counts', ...remote], { environment });

  expect(rows).toEqual({ code: 0, out: '{"id":"a"}\n', err: '' });
  expect(list.out).toContain('logs.all');
  expect(list.out).not.toContain('usage.api-counts');
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: '403: This key may not run endpoint "usage.api-counts"\n',
  });
});

test('fieldstone compare says what differs between two services, and nothing of one with itself', async () => {
  const rows = { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:00:00Z', id: 'a' })] };
  const before = await gateway({ rows });
  const same = await gateway({ rows });
  const after = await gateway({
    rows: { 'cloudflare.logs.prod': [edgeRow({ at: '2026-07-01T11:00:00Z', id: 'private' })] },
  });
  const urlOf = async ({ app }: typeof before) => `http://127.0.0.1:${await listen(app)}`;
  const requests = join(temporaryFolder(), 'requests.ndjson.gz');
  const html = join(temporaryFolder(), 'report.html');
  const lines = ['logs.all?project=demo', 'usage.api-counts?project=demo&interval=hourly'].map(
    (path) => JSON.stringify({ method: 'GET', path: `/api/endpoints/query/${path}` }),
  );
  // As rotated logs are, with a byte order mark.
  writeFileSync(requests, gzipSync(`\uFEFF${lines.join('\n')}`));
  const old = await urlOf(before);
  const changed = await urlOf(after);
  const run = (url: string, newKey: string, more: readonly string[] = []) =>
    fieldstone(['compare', '--old', old, '--new', url, '--requests', requests, ...more], {
      environment: { OLD_KEY: before.key, NEW_KEY: newKey },
    });

  expect(await run(await urlOf(same), same.key)).toEqual({
    code: 0,
    out: '2 requests, 0 causes of regressions\n',
    err: '',
  });
  const different = await run(changed, after.key, ['--html', html]);
  expect(different.code).toBe(1);
  expect(different.out).toContain(
    'REGRESSION  logs.all  values id: 1 of 1 values differ, 1 request',
  );
  expect(different.out).not.toContain('private');
  const unwritten = await run(changed, after.key, ['--html', join(html, 'none')]);
  expect(unwritten).toMatchObject({ code: 2, out: different.out });
  expect(unwritten.err).toMatch(/^Cannot write --html: .*\n$/);
  const unreached = await run('http://127.0.0.1:1', after.key);
  expect(unreached).toMatchObject({ code: 2, out: '' });
  expect(unreached.err).toContain('2 requests were not answered by the new service');
  const key = { OLD_KEY: 'fsk_wrong', NEW_KEY: 'fsk_wrong' };
  const refused = await fieldstone(
    ['compare', '--old', old, '--new', old, '--requests', requests],
    { environment: key },
  );
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(refused.err).toContain('2 requests were refused with 401 by both services');
});

test.each([
  [['query'], "missing required argument 'endpoint'"],
  [['quer'], 'Did you mean query?'],
  [['query', 'logs.all', '--projct', 'demo'], 'Did you mean --project?'],
  [['query', 'logs.al', '--project', 'demo'], 'There is no endpoint "logs.al"; you may run'],
  [['query', 'logs.all'], 'Argument "project" is missing'],
  [['import', 'logs', 'file'], 'There is no table "logs"'],
  [['query', 'logs.all', '--format', 'xml'], '--format "xml" must be table, json, csv or ndjson'],
  [['query', 'logs.all', '--url', 'nowhere'], '--url "nowhere" must be like http://127.0.0.1:4000'],
  [['query', 'logs.all', '--url', 'http://127.0.0.1:1'], 'FIELDSTONE_KEY, which --key-env names'],
  [['compare', '--old', 'x'], "required option '--new <url>' not specified"],
  [
    ['compare', '--old', 'http://a', '--new', 'http://b', '--requests', '/no/such.log'],
    'Cannot read --requests "/no/such.log": there is no such file',
  ],
  [['start', '--port', '1'], '"start" takes no arguments'],
  [['keys', 'nothing'], "unknown command 'nothing'"],
  [['keys', 'create', '--name', 'ci', '--expire', '1d'], 'Did you mean --expires?'],
  [['keys', 'create', '--name', '--redact'], "option '--name <name>' argument missing"],
  [['query', 'logs.all', '--project', '--redact'], "option '--project <value>' argument missing"],
  [['import', 'postgres.logs', '-', '--format', 'xml'], 'Allowed choices are ndjson'],
  [
    ['import', 'postgres.logs', '-', '--project', ''],
    "option '--project <value>' argument is empty",
  ],
  [
    ['compare', '--old', 'x', '--new', 'x', '--requests', 'x', '--old-key-env', 'UNSET'],
    'The variable UNSET, which --old-key-env names, holds no key',
  ],
])(
  'fieldstone %j is wrong use: code 2, and one line that says what to do',
  async (args, message) => {
    const { code, err, out } = await fieldstone(args);

    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.trimEnd()).not.toContain('\n');
    expect(out).toBe('');
  },
);

test('fieldstone config shows settings without secrets, and stops at a wrong one', async () => {
  const file = join(temporaryFolder(), 'config.json');
  writeFileSync(file, '{"REFUSED_KEYS_PER_MINUTE": 5}');
  const environment = { REDIS_URL: 'redis://user:hidden@127.0.0.1:6379', CONFIG_FILE: file };

  const shown = await fieldstone(['config'], { environment });
  const wrong = await fieldstone(['config'], { environment: { PORT: 'x' } });
  const alias = '{"11111111-1111-4111-8111-111111111111": "logs.al"}';
  const unknown = await fieldstone(['config'], { environment: { ENDPOINT_ALIASES: alias } });

  expect(shown.code).toBe(0);
  expect(shown.out).toContain('\nPORT=4000\n');
  expect(shown.out).toContain('\nREDIS_URL=redis://user:');
  expect(shown.out).not.toContain('hidden');
  expect(shown.out).toContain('\n# From CONFIG_FILE; default: 1000.\nREFUSED_KEYS_PER_MINUTE=5\n');
  expect(wrong).toEqual({
    code: 1,
    out: '',
    err: 'Cannot read the configuration: PORT must be a whole number from 0 to 65535\n',
  });
  expect(unknown.err).toBe('ENDPOINT_ALIASES names the unknown endpoint "logs.al"\n');
});

test('fieldstone start says so at once, ends on SIGTERM, and names the setting of a used port', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as { port: number };

  const { code, err, out } = await fieldstone(['start'], { environment: { PORT: String(port) } });

  expect(out).toMatch(
    /^Fieldstone is starting …\nReading and compiling the project in .+ …\nOpening the engine, duckdb …\n$/,
  );
  expect(err).toContain(`Port ${port} is in use; set PORT to another one`);
  expect(code).toBe(1);
});
