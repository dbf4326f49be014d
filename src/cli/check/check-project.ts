import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Change } from '../../contract/change.ts';
import { bigQueryDescriber } from '../../engines/bigquery/describer.ts';
import { cachedInference } from '../../engines/duckdb/infer-table.ts';
import { camelCase } from '../../project/names.ts';
import { type ProjectProblem, problemOf } from '../../project/problems/problem.ts';
import { ProjectReader, type ReadEndpoints } from '../../serving/project-reader.ts';
import { readCommandConfig, requireBigQuery } from '../command-options.ts';
import { changesSince, placedChanges } from './against/compare-project.ts';
import { type Against, type EarlierContract, readEarlier } from './against/earlier-contract.ts';
import {
  type BigQueryReport,
  checkOnConfigured,
  type StatementLine,
  statementProblems,
} from './on-bigquery.ts';
import type { PriceChange } from './pricing/compare-prices.ts';
import { type PriceReport, priceChanges, priceSince } from './pricing/price-report.ts';
import { type CheckedEndpoint, type CheckReport, reported } from './report.ts';
import { checkSchema, tableProblems } from './shared-files.ts';

/** What is checked beside the files of a project. */
export interface CheckOptions {
  /** Whether BigQuery analyses the statements too. @default false */
  readonly bigquery?: boolean;
  /** What the contract is compared with. @default nothing */
  readonly against?: Against | undefined;
  /** The variables in which CI names a branch. @default none */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Everything that a check has found. */
export interface CheckFindings {
  readonly report: CheckReport;
  /** All problems, without those that only follow from others. */
  readonly problems: readonly ProjectProblem[];
  /** What is said, and is no problem. */
  readonly notes: readonly string[];
  readonly onBigQuery: BigQueryReport | undefined;
  /** Undefined without BigQuery. */
  readonly prices: PriceReport | undefined;
  /** The name of what the project was compared with; undefined if it was not. */
  readonly since: string | undefined;
}

/** Checks the project in a folder; throws a `UsageError` where it cannot be compared with what was named. */
export async function checkProject(
  folder: string,
  { against, bigquery = false, environment = {} }: CheckOptions = {},
): Promise<CheckFindings> {
  const reader = new ProjectReader(folder, {
    inferFields: cachedInference(),
    describeOnBigQuery: bigQueryDescriber(),
  });
  const read = await reader.read();
  const { endpoints, project } = read;
  const earlier = await earlierOf(read, against, environment);
  const schema = checkSchema(read);
  const config = bigquery ? requireBigQuery(readCommandConfig(project)) : undefined;
  const onBigQuery = config && (await checkOnConfigured(project, endpoints, config));
  const prices =
    config &&
    onBigQuery &&
    (await priceSince(
      { folder: project.folder, endpoints, prices: onBigQuery.prices, config },
      earlier.contract?.commit,
    ));
  const tables = onBigQuery ? tableProblems(project, onBigQuery) : [];
  const { checked, problems } = checkEndpoints(read, onBigQuery, prices);
  const since = earlier.contract && changesSince(read, earlier.contract.contract);
  const priced = earlier.contract && prices ? priceChanges(prices) : [];
  const changes: readonly Change[] = [...(since?.changes ?? []), ...priced];
  return {
    report: {
      errors: [...read.sharedProblems, ...schema.problems, ...tables].map(reported),
      endpoints: checked,
      changes: placedChanges(read, changes),
    },
    problems: [...read.problems, ...schema.problems, ...tables, ...problems],
    notes: [...schema.notes, ...earlier.notes, ...(since?.notes ?? []), ...(prices?.notes ?? [])],
    onBigQuery,
    prices,
    since: earlier.contract?.name,
  };
}

interface Earlier {
  readonly contract: EarlierContract | undefined;
  /** Why there is none. */
  readonly notes: readonly string[];
}

async function earlierOf(
  { project }: ReadEndpoints,
  against: Against | undefined,
  environment: NonNullable<CheckOptions['environment']>,
): Promise<Earlier> {
  if (against === undefined) return { contract: undefined, notes: [] };
  const schemaFolder = project.settings.folders.schema;
  const found = await readEarlier(against, { folder: project.folder, schemaFolder, environment });
  return typeof found === 'string'
    ? { contract: undefined, notes: [found] }
    : { contract: found, notes: [] };
}

function checkEndpoints(
  { endpointProblems, endpoints }: ReadEndpoints,
  onBigQuery: BigQueryReport | undefined,
  prices: PriceReport | undefined,
) {
  const wrong = new Map(
    endpointProblems.toReversed().map((problem) => [problem.endpoint, problem]),
  );
  const right = endpoints.map((endpoint) => {
    const { name } = endpoint.definition;
    const lines = onBigQuery?.statements.filter((one) => one.endpoint === name);
    const price = prices?.lines.find((line) => line.endpoint === name);
    return checkedEndpoint(endpoint, lines ?? [], price);
  });
  const refused = [...wrong].map(([name, problem]) => refusedEndpoint(name, problem));
  return {
    checked: [...right.map(({ checked }) => checked), ...refused].sort((one, other) =>
      one.endpoint < other.endpoint ? -1 : 1,
    ),
    problems: right.flatMap(({ problems }) => problems),
  };
}

function checkedEndpoint(
  { definition }: PreparedEndpoint,
  lines: readonly StatementLine[],
  price: PriceChange | undefined,
) {
  const { field, file, name } = definition;
  const problems = lines.flatMap(statementProblems).map((message) => problemOf(file, message));
  const [now, before] = [price?.now, price?.before].map((one) =>
    one && !('fault' in one) ? one : undefined,
  );
  const [first] = problems;
  const checked: CheckedEndpoint = {
    endpoint: name,
    file,
    field,
    ok: first === undefined,
    error: first ? reported(first) : null,
    bytes: now?.examples ?? null,
    bytesBefore: before?.examples ?? null,
    prunes: now?.prunes ?? null,
    prunedBefore: before?.prunes ?? null,
  };
  return { checked, problems };
}

function refusedEndpoint(endpoint: string, problem: ProjectProblem): CheckedEndpoint {
  return {
    endpoint,
    file: problem.file,
    field: camelCase(endpoint),
    ok: false,
    error: reported(problem),
    bytes: null,
    bytesBefore: null,
    prunes: null,
    prunedBefore: null,
  };
}
