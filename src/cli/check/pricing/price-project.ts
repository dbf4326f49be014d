import type { PreparedEndpoint } from '../../../catalog/prepare.ts';
import type { BigQueryConfig } from '../../../config/config.ts';
import { bigQueryDescriber } from '../../../engines/bigquery/describer.ts';
import { cachedInference } from '../../../engines/duckdb/infer-table.ts';
import { openBigQueryTables } from '../../../engines/opening/open-bigquery.ts';
import type { Project } from '../../../project/load-project.ts';
import { ProjectReader } from '../../../serving/project-reader.ts';
import { readFacts } from '../table-lines.ts';
import { type Pricing, priceEndpoint } from './price-endpoints.ts';

/** The price of each endpoint of a project, by name. */
export type Prices = ReadonlyMap<string, Pricing>;

/** An earlier version of a project, as far as it costs anything. */
export interface EarlierPrices {
  readonly prices: Prices;
  readonly endpoints: readonly PreparedEndpoint[];
  /** Why others have no price. */
  readonly faults: readonly string[];
}

/**
 * The prices of the endpoints of a project in a folder, with the examples of `later` endpoints of the same names. What
 * does not compile has none. Code of the project runs.
 */
export async function priceEarlier(
  folder: string,
  config: BigQueryConfig,
  later: readonly PreparedEndpoint[],
  now: bigint,
): Promise<EarlierPrices> {
  const reader = new ProjectReader(folder, {
    inferFields: cachedInference(),
    describeOnBigQuery: bigQueryDescriber(),
  });
  const { endpoints, problems, project } = await reader.read();
  const examples = new Map(later.map(({ definition }) => [definition.name, definition.parameters]));
  const { client, sources } = await openSources(project, endpoints, config);
  const prices = new Map<string, Pricing>();
  for (const endpoint of endpoints) {
    const { name } = endpoint.definition;
    const args = examples.get(name);
    if (args) prices.set(name, await priceEndpoint(endpoint, { client, sources, now }, args));
  }
  const faults = problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return { prices, endpoints, faults };
}

/** The settings may name tables that the project had not yet. */
async function openSources(
  project: Project,
  endpoints: readonly PreparedEndpoint[],
  config: BigQueryConfig,
) {
  const named = Object.entries(config.tables).filter(([name]) => project.tables.has(name));
  const settings = { ...config, tables: Object.fromEntries(named) };
  const read = new Set(endpoints.flatMap(({ tables }) => [...tables.keys()]));
  const { client, tables } = await openBigQueryTables(settings, project.tables);
  const needed = new Map([...tables].filter(([name]) => read.has(name)));
  const facts = await readFacts(client, needed);
  return { client, sources: new Map([...facts].map(([name, { source }]) => [name, source])) };
}
