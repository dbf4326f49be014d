import type { Writable } from 'node:stream';
import { addSums, type LedgerLine, MS_PER_HOUR, type Sums, ZERO } from '../bill/ledger.ts';
import { type LedgerPlace, withLedger } from '../bill/open-bill.ts';
import { price } from '../bill/price.ts';
import type { Config } from '../config/config.ts';
import { UsageError } from './command-error.ts';
import { requireDataFolder } from './command-options.ts';
import { formatTable } from './query/table.ts';

/** The parsed command line of `bill`. */
export interface BillCommand {
  readonly since: string;
  readonly by: string;
  readonly json: boolean;
}

/** Dependencies of the command. */
export interface BillEnvironment {
  readonly output: Writable;
  readonly config: () => LedgerPlace & Pick<Config, 'pricePerTib'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Prints what was billed and saved since a moment, by key, endpoint or interface. */
export async function printBill(
  { by, json, since }: BillCommand,
  { config, now, output }: BillEnvironment,
): Promise<void> {
  const grouping = readGrouping(by);
  const from = readSince(since, now());
  const settings = config();
  if (!settings.redisUrl) await requireDataFolder(settings.dataDir);
  const lines = await withLedger(settings, (ledger) => ledger.read(from / MS_PER_HOUR));
  const { groups, total } = groupLines(lines, grouping);
  const { pricePerTib } = settings;
  if (!json) {
    const rows = [...groups, { name: 'total', sums: total }];
    output.write(formatTable(rows.map((group) => tableRow(group, grouping, pricePerTib))));
    return;
  }
  const { name: _, ...all } = figures({ name: '', sums: total }, pricePerTib);
  const bill = {
    since: new Date(from).toISOString(),
    by: grouping,
    currency: 'USD',
    pricePerTib,
    groups: groups.map((group) => figures(group, pricePerTib)),
    total: all,
  };
  output.write(`${JSON.stringify(bill, undefined, 2)}\n`);
}

function readGrouping(by: string): Grouping {
  if (Object.hasOwn(GROUPINGS, by)) return by as Grouping;
  throw new UsageError(`--by "${by}" must be key, endpoint or interface`);
}

const UNIT_MS: Readonly<Record<string, number>> = { h: MS_PER_HOUR, d: 24 * MS_PER_HOUR };

/** The beginning of the hour, in milliseconds since the epoch, of `7d`, `12h`, a date or a timestamp (UTC). */
function readSince(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text);
  const date = isDate ? Date.parse(text) : Number.NaN;
  const ms = count ? now - Number(count) * (UNIT_MS[unit] ?? 0) : date;
  if (ms >= 0) return Math.floor(ms / MS_PER_HOUR) * MS_PER_HOUR;
  throw new UsageError(`--since "${text}" must be like 7d, 12h, 2026-11-01 or 2026-11-01T09:00Z`);
}

/** All figures of a group; money is in US dollars. */
function figures({ name, sums }: Group, pricePerTib: number) {
  return {
    name,
    runs: sums.runs,
    bytesBilled: sums.billed,
    bytesOfMergedRuns: sums.merged,
    bytesSaved: { cache: sums.cache, batching: sums.batching, singleFlight: sums.singleFlight },
    cost: price(sums.billed, pricePerTib),
    saved: price(savedBytes(sums), pricePerTib),
  };
}

function tableRow({ name, sums }: Group, by: Grouping, pricePerTib: number) {
  return {
    [by]: name,
    runs: sums.runs,
    billed: binarySize(sums.billed),
    'of it merged': binarySize(sums.merged),
    'cost, $': price(sums.billed, pricePerTib).toFixed(2),
    'saved by cache': binarySize(sums.cache),
    'by batching': binarySize(sums.batching),
    'by single flight': binarySize(sums.singleFlight),
    'saved, $': price(savedBytes(sums), pricePerTib).toFixed(2),
  };
}

function savedBytes({ batching, cache, singleFlight }: Sums): number {
  return cache + batching + singleFlight;
}

const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** In binary units, as BigQuery is priced. */
function binarySize(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 2 ** (10 * power)).toFixed(2))} ${SIZES[power]}`;
}

/** What lines can be grouped by, in words of the command line. */
const GROUPINGS = {
  key: ({ keyId }: LedgerLine) => keyId,
  endpoint: ({ endpoint }: LedgerLine) => endpoint,
  interface: ({ via }: LedgerLine) => via,
} as const satisfies Record<string, (line: LedgerLine) => string>;

/** One of the groupings. */
type Grouping = keyof typeof GROUPINGS;

/** The sums of one group. */
interface Group {
  readonly name: string;
  readonly sums: Sums;
}

/** Groups with their sums, those that are billed most first, and the sums of all. */
function groupLines(
  lines: readonly LedgerLine[],
  by: Grouping,
): { readonly groups: readonly Group[]; readonly total: Sums } {
  const groups = new Map<string, Sums>();
  let total = ZERO;
  for (const line of lines) {
    const name = GROUPINGS[by](line);
    groups.set(name, addSums(groups.get(name) ?? ZERO, line));
    total = addSums(total, line);
  }
  const sorted = [...groups].sort(
    ([left, one], [right, other]) =>
      other.billed - one.billed || other.runs - one.runs || (left < right ? -1 : 1),
  );
  return { groups: sorted.map(([name, sums]) => ({ name, sums })), total };
}
