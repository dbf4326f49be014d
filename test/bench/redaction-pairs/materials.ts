import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../fuzz/random.ts';
import { accessLines } from '../../redaction/access-lines.ts';
import { labelledLines, randomIpv4, randomUserAgent } from '../../redaction/labelled-lines.ts';

const SEED = 7;
const COUNT = 2_000;

/** A part of a line between quotes, brackets or blanks. */
const CELL = /[^"[\]]{16,}|[^" [\]]+/g;

/** What is redacted: lines and cells that are made, the same in every process, and the lines of a file. */
export const MATERIALS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'labelled lines': () => labelledLines(SEED, 24).map(({ text }) => text),
  'made-up access lines': () => accessLines(SEED, COUNT).map(({ address, rest }) => address + rest),
  'varied access lines': () => many(variedLine),
  JSON: () => many(record),
  cells: () => many(variedLine).flatMap((line) => line.match(CELL) ?? []),
  file: (file) => linesOf(readFileSync(file), file.endsWith('.gz')),
};

/** The texts of a material. */
export function textsOf(name: string, file = ''): readonly string[] {
  // Copies: parts of other strings and joined ones take longer to read, and no row has them.
  return (MATERIALS[name]?.(file) ?? []).map((text) => Buffer.from(text).toString());
}

function many(make: (random: Random) => string): readonly string[] {
  const random = new Random(SEED);
  return Array.from({ length: COUNT }, () => make(random));
}

function linesOf(bytes: Buffer, isCompressed: boolean): readonly string[] {
  return (isCompressed ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
}

const WORDS =
  'archive assets blog chart daily docs error flame guide index log main notes query tuning'.split(
    ' ',
  );
const EXTENSIONS = ['', '/', '/', '.html', '.png', '.jpg', '.css', '.min.js', '.ttf', '.rss'];

function words(random: Random, most: number, separator: string): string {
  return Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(separator);
}

const QUERIES: readonly ((random: Random) => string)[] = [
  ...Array.from({ length: 20 }, () => () => ''),
  (r) => `?flav=rss20&page=${r.below(40)}`,
  (r) => `?q=${words(r, 4, '+')}&sort=desc`,
  (r) => `?utm_source=news&utm_medium=feed&utm_campaign=Feed%3A+${words(r, 2, '%2F')}`,
  () => '?C=M;O=A',
];

function path(random: Random): string {
  const number = random.below(3) === 0 ? `-${2000 + random.below(30)}` : '';
  return `/${words(random, 4, '/')}${number}${random.pick(EXTENSIONS)}${random.pick(QUERIES)(random)}`;
}

const REFERRERS: readonly ((random: Random) => string)[] = [
  () => '-',
  () => '-',
  (r) => `http://www.example.org${path(r)}`,
  (r) => `https://example.com${path(r)}`,
  (r) =>
    `http://search.example/url?sa=t&rct=j&q=&esrc=s&cd=${r.below(9)}&url=http%3A%2F%2Fexample.org%2F${words(r, 3, '%2F')}&ei=${r.below(1e9).toString(36)}&bvm=bv.${r.below(1e8)},d.bGE`,
];

/** Most programs write versions of one to three parts; `randomUserAgent` has those of four. */
const AGENTS: readonly ((random: Random) => string)[] = [
  (r) => `Mozilla/5.0 (Windows NT 6.1; WOW64; rv:${r.below(99)}.0) Gecko/20100101 Firefox/27.0`,
  (r) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/32.0.${r.below(3000)}.77 Safari/537.36`,
  () =>
    'Mozilla/5.0 (iPhone; CPU iPhone OS 7_0_4 like Mac OS X) AppleWebKit/537.51.1 (KHTML, like Gecko) Version/7.0 Mobile/11B554a Safari/9537.53',
  () => 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; .NET CLR 1.1.4322; .NET CLR 2.0.50727)',
  (r) => `Mozilla/5.0 (compatible; ${words(r, 1, '')}bot/2.1; +http://www.example.com/bot.html)`,
  (r) => `${words(r, 1, '')}-fetcher/0.9 (+http://example.net/about; ${r.below(90)} subscribers)`,
  () => 'Tiny Tiny RSS/1.11 (http://reader.example.org/)',
  () => '-',
  randomUserAgent,
];

/** A line in the combined format as servers on the internet write them: pages, assets, feeds, bots. */
function variedLine(random: Random): string {
  const time = `${10 + random.below(18)}/May/2026:10:05:${10 + random.below(50)} +0000`;
  const request = `${random.pick(['GET', 'GET', 'GET', 'HEAD'])} ${path(random)} HTTP/1.1`;
  const status = random.pick([200, 200, 200, 301, 304, 404]);
  return `${randomIpv4(random)} - - [${time}] "${request}" ${status} ${random.below(200_000)} "${random.pick(REFERRERS)(random)}" "${random.pick(AGENTS)(random)}"`;
}

/** A record of a structured log. */
function record(random: Random): string {
  const headers = {
    user_agent: random.pick(AGENTS)(random),
    referer: random.pick(REFERRERS)(random),
  };
  return JSON.stringify({
    level: random.pick(['info', 'warning', 'error']),
    timestamp: `2026-05-10T10:${10 + random.below(50)}:05.123Z`,
    request: { method: 'GET', path: path(random), headers, remote_addr: randomIpv4(random) },
    response: { status_code: 200, origin_time: random.below(900), tags: [words(random, 3, ' ')] },
    message: words(random, 9, ' '),
  });
}
