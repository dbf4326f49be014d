/**
 * `npm run bench -- pages`: what Lighthouse would say of the pages at `/graphql` and `/docs`: bytes transferred, first
 * paint, time to interactive and requests to other origins, on Lighthouse's line for desktops, for a first visit and for
 * a later one.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { CHROMIUM, launchBrowser } from '../support/chromium.ts';
import { startGateway } from '../support/gateway-process.ts';

const MAX_BYTES = 1_000_000;
/** A page is interactive from when nothing keeps its main thread busy, nor is loaded, for so long. */
const QUIET_MS = 3_000;
const MAX_WAIT_MS = 60_000;
const LINE = { latency: 40, throughput: (10_240 * 1_024) / 8 };

interface Measured {
  readonly bytes: number;
  readonly firstPaintMs: number;
  readonly interactiveMs: number;
  readonly foreign: number;
}

/** Long tasks since the page began, as the page itself sees them. */
const OBSERVE = `
  self.busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) self.busyUntil = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
`;

/** Bytes of all answers, the scripts of workers included and what the browser had kept not; first paint; last long task. */
const READ = `[
  performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
  performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  self.busyUntil,
]`;

async function measure(context: BrowserContext, url: string): Promise<Measured> {
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  await limitLine(page);
  const requests: Request[] = [];
  let lastFinished = performance.now();
  page.on('request', (request) => requests.push(request));
  page.on('requestfinished', () => {
    lastFinished = performance.now();
  });
  const start = performance.now();
  await page.goto(url, { timeout: MAX_WAIT_MS });
  await waitForQuiet(page, () => performance.now() - lastFinished);
  const [bytes, firstPaintMs, busyUntilMs] = await page.evaluate<[number, number, number]>(READ);
  const origin = new URL(url).origin;
  const foreign = requests.filter((request) => isForeign(request.url(), origin)).length;
  await page.close();
  return {
    bytes,
    firstPaintMs,
    interactiveMs: Math.max(busyUntilMs, firstPaintMs, lastFinished - start),
    foreign,
  };
}

async function limitLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  });
}

async function waitForQuiet(page: Page, sinceRequestMs: () => number): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    await setTimeout(200);
    const sinceTaskMs = await page.evaluate<number>('performance.now() - busyUntil');
    if (Math.min(sinceTaskMs, sinceRequestMs()) > QUIET_MS) return;
  }
  throw new Error(`${page.url()} does not come to rest`);
}

function isForeign(url: string, origin: string): boolean {
  return url.startsWith('http') && new URL(url).origin !== origin;
}

function makeKey(folder: string): string {
  const file = fileURLToPath(new URL('../../src/bin.cjs', import.meta.url));
  const output = execFileSync(process.execPath, [file, 'keys', 'create', '--name', 'bench'], {
    env: { DATA_DIR: folder },
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output.trim().split('\n').at(-1) ?? '';
}

function show(name: string, { bytes, firstPaintMs, interactiveMs, foreign }: Measured): void {
  const columns = [
    name.padEnd(22),
    `${(bytes / 1_000).toFixed(0).padStart(6)} KB`,
    `first paint ${firstPaintMs.toFixed(0).padStart(5)} ms`,
    `interactive ${interactiveMs.toFixed(0).padStart(5)} ms`,
    `${foreign} requests to other origins`,
  ];
  process.stdout.write(`${columns.join('   ')}\n`);
  if (bytes > MAX_BYTES || foreign > 0) {
    process.stdout.write('  misses its goal\n');
    process.exitCode = 1;
  }
}

async function main(folder: string): Promise<void> {
  const key = makeKey(folder);
  const gateway = await startGateway({ folder });
  const browser = await launchBrowser();
  try {
    for (const path of ['/graphql', '/docs']) {
      const context = await browser.newContext();
      await context.addInitScript(`sessionStorage.setItem('fieldstone-key', '${key}')`);
      for (const visit of ['first', 'again']) {
        show(`${path} ${visit}`, await measure(context, `${gateway.url}${path}`));
      }
      await context.close();
    }
  } finally {
    await browser.close();
    gateway.child.kill();
    await gateway.ended;
  }
}

if (CHROMIUM === undefined) {
  process.stdout.write('skipped: there is no Chromium\n');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-pages-'));
  try {
    await main(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
