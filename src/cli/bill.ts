import type { Writable } from 'node:stream';
import { price } from '../bill/price.ts';
import type { BigQueryConfig } from '../config/config.ts';
import {
  type BilledJobs,
  billedJobs,
  type JobSums,
} from '../engines/bigquery/billing/billed-jobs.ts';
import { BigQueryError } from '../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../engines/bigquery/client/client.ts';
import { retryTransient } from '../engines/bigquery/client/resilience.ts';
import { CommandError, UsageError } from './command-error.ts';
import { formatTable } from './query/table.ts';

/** The parsed command line of `bill`. */
export interface BillCommand {
  readonly since: string;
  /** Whether the jobs of all users are counted. */
  readonly all: boolean;
  readonly json: boolean;
}

/** The BigQuery that is queried, and how it is paid for. */
export interface BillAccount {
  readonly client: BigQueryClient;
  readonly bigquery: Pick<
    BigQueryConfig,
    'dataset' | 'location' | 'maxBytesBilled' | 'pricing' | 'project'
  >;
  readonly pricePerTib: number;
}

/** Dependencies of the command. */
export interface BillEnvironment {
  readonly output: Writable;
  /** Called once the command line is found to be right. */
  readonly open: () => Promise<BillAccount>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Prints BigQuery's own record of Fieldstone's jobs since a moment, by endpoint and key. */
export async function printBill(
  { all, json, since }: BillCommand,
  { now, open, output }: BillEnvironment,
): Promise<void> {
  const from = readSince(since, now);
  const account = await open();
  const bill = await readBill(account, all, from);
  const { bigquery, pricePerTib } = account;
  const pricing = { hasSlots: bigquery.pricing === 'slots', pricePerTib };
  const text = json
    ? `${JSON.stringify(billJson(bill, from, all, pricing), undefined, 2)}\n`
    : billText(bill, now, pricing);
  output.write(text);
}

/** How jobs are paid for. */
interface Pricing {
  /** Whether slot time is paid for, not bytes. */
  readonly hasSlots: boolean;
  readonly pricePerTib: number;
}

async function readBill(
  { bigquery, client }: BillAccount,
  isAll: boolean,
  since: number,
): Promise<BilledJobs> {
  const { maxBytesBilled: maxBytes } = bigquery;
  const { signal } = new AbortController();
  try {
    const location = bigquery.location ?? (await datasetLocation(client, bigquery, signal));
    return await billedJobs(client, { isAll, location, maxBytes, since }, signal);
  } catch (error) {
    throw error instanceof BigQueryError && error.status === 403 ? denied(error, isAll) : error;
  }
}

function denied(cause: BigQueryError, isAll: boolean): CommandError {
  const role = isAll
    ? 'bigquery.jobs.listAll (roles/bigquery.resourceViewer)'
    : 'bigquery.jobs.list (roles/bigquery.user)';
  const message = `The jobs cannot be read: grant ${role} on the job project; BigQuery says: ${cause.message}`;
  return new CommandError(1, message, { cause });
}

async function datasetLocation(
  client: BigQueryClient,
  { dataset, project }: BillAccount['bigquery'],
  signal: AbortSignal,
): Promise<string> {
  const resource = await retryTransient(signal, () => client.dataset({ project, dataset }, signal));
  return String(resource['location']);
}

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
const UNIT_MS: Readonly<Record<string, number>> = { h: MS_PER_HOUR, d: MS_PER_DAY };

/** How long BigQuery keeps its record of jobs. */
const KEPT_DAYS = 180;

/** The moment, in milliseconds since the epoch, of `7d`, `12h`, a date or a timestamp (UTC). */
function readSince(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  const isDate = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?$/.test(text);
  const date = isDate ? Date.parse(text) : Number.NaN;
  const ms = count ? now - Number(count) * (UNIT_MS[unit] ?? 0) : date;
  if (Number.isNaN(ms)) {
    throw new UsageError(`--since "${text}" must be like 7d, 12h, 2026-11-01 or 2026-11-01T09:00Z`);
  }
  if (now - ms <= KEPT_DAYS * MS_PER_DAY) return ms;
  throw new UsageError(
    `--since "${text}" is longer ago than the ${KEPT_DAYS} days for which BigQuery keeps its jobs`,
  );
}

function billText(bill: BilledJobs, now: number, pricing: Pricing): string {
  const rows = [...bill.sums, totalOf(bill.sums)].map((sums) => tableRow(sums, pricing));
  const newest =
    bill.newestAt === undefined
      ? 'No job has the labels of an endpoint and a key'
      : `The newest job is ${ageText(now - bill.newestAt)} old`;
  return `${formatTable(rows)}\n${newest}; this question was billed ${binarySize(bill.questionBytes)}.\n`;
}

function totalOf(sums: readonly JobSums[]): JobSums {
  const sum = (of: (one: JobSums) => number) => sums.reduce((total, one) => total + of(one), 0);
  return {
    endpoint: 'total',
    key: '',
    jobs: sum(({ jobs }) => jobs),
    bytesBilled: sum(({ bytesBilled }) => bytesBilled),
    slotMs: sum(({ slotMs }) => slotMs),
  };
}

function tableRow({ bytesBilled, endpoint, jobs, key, slotMs }: JobSums, pricing: Pricing) {
  const cost = pricing.hasSlots
    ? { 'slot hours': (slotMs / MS_PER_HOUR).toFixed(3) }
    : {
        billed: binarySize(bytesBilled),
        'cost, $': price(bytesBilled, pricing.pricePerTib).toFixed(2),
      };
  return { endpoint, key, jobs, ...cost };
}

function billJson(bill: BilledJobs, since: number, isAll: boolean, pricing: Pricing) {
  const figures = ({ bytesBilled, jobs, slotMs }: JobSums) =>
    pricing.hasSlots
      ? { jobs, slotMs }
      : { jobs, bytesBilled, cost: price(bytesBilled, pricing.pricePerTib) };
  const { newestAt } = bill;
  return {
    since: new Date(since).toISOString(),
    users: isAll ? 'all' : 'own',
    ...(!pricing.hasSlots && { currency: 'USD', pricePerTib: pricing.pricePerTib }),
    groups: bill.sums.map((sums) => ({
      endpoint: sums.endpoint,
      key: sums.key,
      ...figures(sums),
    })),
    total: figures(totalOf(bill.sums)),
    newestJob: newestAt === undefined ? null : new Date(newestAt).toISOString(),
    questionBytesBilled: bill.questionBytes,
  };
}

/** In the largest unit of which it has one. */
function ageText(ms: number): string {
  const units = [
    ['day', MS_PER_DAY],
    ['hour', MS_PER_HOUR],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, size] = units.find(([, length]) => ms >= length) ?? (['second', 1_000] as const);
  const count = Math.max(0, Math.floor(ms / size));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** In binary units, as BigQuery is priced. */
function binarySize(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 2 ** (10 * power)).toFixed(2))} ${SIZES[power]}`;
}
