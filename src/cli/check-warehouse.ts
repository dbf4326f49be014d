import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type PreparedEndpoint, prepareEndpoints } from '../catalog/prepare.ts';
import { formatByteSize } from '../config/byte-size.ts';
import { readConfig } from '../config/config.ts';
import { readTables } from '../endpoint/tables.ts';
import { ENDPOINTS } from '../endpoints/index.ts';
import {
  type CheckedInput,
  checkStatement,
  type StatementReport,
  type Warehouse,
} from '../engines/bigquery/warehouse/check-statement.ts';
import { lockDrift, printLock, type WarehouseLock } from '../engines/bigquery/warehouse/lock.ts';
import { openWarehouse } from '../engines/bigquery/warehouse/open-warehouse.ts';
import type { Statement } from '../googlesql/index.ts';
import { exampleValues } from './warehouse/example-values.ts';

/** What the command needs of the process that runs it. */
export interface CheckEnvironment {
  readonly warehouse: Warehouse;
  readonly endpoints: readonly PreparedEndpoint[];
  /** The file of the answer that is expected. */
  readonly lockFile: string;
  /** Microseconds since the epoch. */
  readonly now: bigint;
  /** Prints one line. */
  readonly print: (line: string) => void;
}

const USAGE = `Usage: npm run check:warehouse -- [--update]

Has BigQuery analyse every stored query, which is free: its result and its parameters must be what the endpoint
declares, its tables the endpoint's, and one day must read less than seven. What BigQuery says is compared with
schema/warehouse.lock.json.

  --update   write the answer to the file in place of comparing it
`;

const LOCK_FILE = fileURLToPath(new URL('../../schema/warehouse.lock.json', import.meta.url));

/** Runs `npm run check:warehouse`; the exit code is 1 where something is wrong. */
export async function runCheck(
  commandLine: readonly string[],
  environment: CheckEnvironment,
): Promise<number> {
  const { update, help } = parseArgs({
    args: [...commandLine],
    options: { update: { type: 'boolean' }, help: { type: 'boolean' } },
  }).values;
  const { endpoints, lockFile, print } = environment;
  if (help) {
    print(USAGE);
    return 0;
  }
  const reports = new Map<string, ReadonlyMap<string, StatementReport>>();
  for (const endpoint of endpoints) {
    reports.set(endpoint.definition.name, await checkEndpoint(endpoint, environment));
  }
  const lock = lockOf(reports);
  const hasProblems = printReports(reports, print);
  if (update && !hasProblems) {
    writeFileSync(lockFile, printLock(lock));
    print(`Wrote ${lockFile}`);
    return 0;
  }
  const drift = lockDrift(readLock(lockFile), lock);
  for (const line of drift) print(`Drift: ${line}`);
  return hasProblems || drift.length > 0 ? 1 : 0;
}

async function checkEndpoint(
  endpoint: PreparedEndpoint,
  { warehouse, now }: CheckEnvironment,
): Promise<ReadonlyMap<string, StatementReport>> {
  const values: Pick<CheckedInput, 'maxRows' | 'oneDay' | 'sevenDays'> = {
    maxRows: endpoint.definition.settings.maxRows,
    oneDay: exampleValues(endpoint, 1, now),
    sevenDays: exampleValues(endpoint, 7, now),
  };
  const reports = new Map<string, StatementReport>();
  for (const [name, statement] of statementsOf(endpoint)) {
    reports.set(name, await checkStatement(warehouse, { statement, ...values }));
  }
  return reports;
}

/** Every statement that is sent for an endpoint, but for pages of views and callers' own. */
function statementsOf({
  open,
  pinned,
}: PreparedEndpoint): readonly (readonly [string, Statement])[] {
  const merged = (name: string, { merged: part }: PreparedEndpoint['open']) =>
    part ? [[name, part.statement] as const] : [];
  return [
    ['open', open.statement],
    ['pinned', pinned.statement],
    ...merged('open, merged', open),
    ...merged('pinned, merged', pinned),
  ];
}

type Reports = ReadonlyMap<string, ReadonlyMap<string, StatementReport>>;

function lockOf(reports: Reports): WarehouseLock {
  return Object.fromEntries(
    [...reports].map(([endpoint, statements]) => [
      endpoint,
      Object.fromEntries([...statements].map(([name, { contract }]) => [name, contract])),
    ]),
  );
}

/** Says whether there are problems. */
function printReports(reports: Reports, print: (line: string) => void): boolean {
  let hasProblems = false;
  for (const [endpoint, statements] of reports) {
    print(endpoint);
    for (const [name, { bytes, problems }] of statements) {
      const { oneDay, sevenDays } = bytes;
      const size =
        sevenDays === 0
          ? 'no data, so pruning cannot be seen'
          : `1 day ${formatByteSize(oneDay)}, 7 days ${formatByteSize(sevenDays)}`;
      print(`  ${name}: ${size}`);
      for (const problem of problems) print(`    Problem: ${problem}`);
      hasProblems ||= problems.length > 0;
    }
  }
  return hasProblems;
}

function readLock(file: string): WarehouseLock {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

if (import.meta.main) {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const tables = readTables();
    const warehouse = await openWarehouse(readConfig().bigquery, tables.keys());
    process.exitCode = await runCheck(process.argv.slice(2), {
      warehouse,
      endpoints: prepareEndpoints(ENDPOINTS, tables),
      lockFile: LOCK_FILE,
      now: BigInt(Date.now()) * 1_000n,
      print,
    });
    warehouse.client.close();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
