/**
 * `node test/bench/import.ts [--lines=10000000]`: generated lines of an access log (a million), imported by the command;
 * rows a second and the most memory of its process, beside DuckDB storing the same lines as texts of one column, unparsed.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';

const LINES = Number(/--lines=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
const DAYS = 30;
const GOAL = '60000 rows a second, 400 MB';
const COMMAND = fileURLToPath(new URL('../../src/cli/fieldstone.ts', import.meta.url));
/** As the launcher starts the command. */
const ALLOCATOR = createRequire(import.meta.url)('../../src/cli/allocator.cjs');
const PRELOAD = fileURLToPath(new URL('../../src/preload.cjs', import.meta.url));
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Lines in the order of their time, until now; the same in every run but for the times. */
function* logLines(): Generator<string> {
  const start = Date.now() - DAYS * 86_400_000;
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  for (let i = 0; i < LINES; i += 1) {
    const time = logTime(new Date(start + Math.floor((i * DAYS * 86_400_000) / LINES)));
    const address = `${10 + random(200)}.${random(250)}.${random(250)}.${random(250)}`;
    const request = `${random(4) === 0 ? 'POST' : 'GET'} /rest/v1/items/${random(100_000)}?select=id,name&limit=${random(100)}`;
    const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + random(60)}.0.0.0 Safari/537.36`;
    yield `${address} - - [${time}] "${request} HTTP/1.1" 200 ${random(50_000)} "https://www.example.com/page/${random(5_000)}" "${agent}"\n`;
  }
}

function logTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
  return `${day}:${date.toISOString().slice(11, 19)} +0000`;
}

/** The most resident memory that a process has had, in bytes; undefined where the system does not tell. */
function peakMemory(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

/** Runs the command; resolves with its milliseconds and the most memory that was seen. */
async function runImport(file: string, dataDir: string) {
  const args = [
    '-r',
    PRELOAD,
    COMMAND,
    'import',
    'cloudflare.logs.prod',
    file,
    '--project',
    'bench',
  ];
  const start = performance.now();
  const child = spawn(process.execPath, [...args, '--data-dir', dataDir], {
    // biome-ignore lint/style/noProcessEnv: what is started needs the same.
    env: { ...ALLOCATOR, ...process.env },
    stdio: 'inherit',
  });
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid ?? 0) ?? 0);
  }, 50);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(`The import ended with ${code}`);
  return { millis: performance.now() - start, memory };
}

/** Milliseconds in which DuckDB stores the lines as they are. */
async function storeTexts(file: string, folder: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const start = performance.now();
  await connection.run(`COPY (SELECT * FROM read_csv('${file}', columns = {line: 'VARCHAR'}, auto_detect = false,
    delim = '\\x01', quote = '', escape = '', header = false)) TO '${folder}/texts.parquet' (FORMAT parquet)`);
  const millis = performance.now() - start;
  connection.closeSync();
  instance.closeSync();
  return millis;
}

const folder = mkdtempSync(join(tmpdir(), 'fieldstone-bench-'));
try {
  const file = join(folder, 'access.log');
  await pipeline(Readable.from(logLines()), createWriteStream(file));
  const texts = await storeTexts(file, folder);
  const { memory, millis } = await runImport(file, join(folder, 'data'));
  const rate = Math.round((LINES / millis) * 1_000);
  process.stdout.write(
    `${rate} rows a second, at most ${Math.round(memory / 1e6)} MB (goal: ${GOAL}); ` +
      `${(millis / texts).toFixed(1)} times the time of storing the lines as texts\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
