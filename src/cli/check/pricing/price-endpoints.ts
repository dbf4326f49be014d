import type { PreparedEndpoint } from '../../../catalog/prepare.ts';
import { BigQueryError } from '../../../engines/bigquery/client/bigquery-error.ts';
import type { BigQueryClient } from '../../../engines/bigquery/client/client.ts';
import { retryTransient } from '../../../engines/bigquery/client/resilience.ts';
import { dryRun } from '../../../engines/bigquery/jobs/dry-run.ts';
import { queryParameters } from '../../../engines/bigquery/statements/parameters.ts';
import { printStatement } from '../../../engines/bigquery/statements/print-statement.ts';
import type { TableSource } from '../../../engines/bigquery/warehouse/table-source.ts';
import type { ArgumentValues } from '../../../execution/arguments/arguments.ts';
import {
  type ExampleSource,
  exampleArguments,
  valuesOver,
} from '../../../execution/arguments/example-values.ts';
import { foldedStatement } from '../../../execution/folded-statement.ts';

/** What an endpoint would read, in bytes, as dry runs tell. */
export interface Price {
  /** With its example arguments. */
  readonly examples: number;
  /** With its required arguments alone. */
  readonly required: number;
  /** Whether arguments decide how much it reads: one day is less than seven, or optional arguments save bytes. */
  readonly prunes: boolean;
}

/** A price, or why there is none. */
export type Pricing =
  | Price
  | {
      /** Whether an example is missing, or BigQuery refuses the statement. */
      readonly fault: 'no example' | 'refused';
    };

/** What endpoints are priced with. */
export interface PriceList {
  readonly client: BigQueryClient;
  readonly sources: ReadonlyMap<string, TableSource>;
  /** Microseconds since the epoch. */
  readonly now: bigint;
}

/** Prices an endpoint by dry runs, which are free. `examples` are those of another version of it, where they fit. */
export async function priceEndpoint(
  endpoint: PreparedEndpoint,
  list: PriceList,
  examples: PreparedEndpoint['definition']['parameters'] = {},
): Promise<Pricing> {
  const { open, tables, tenancy } = endpoint;
  const { all, definition } = exampled(endpoint, examples, list.now);
  if (lacksExample(definition)) return { fault: 'no example' };
  const source: ExampleSource = { definition, open, tenancy };
  const required = requiredOf(definition, all);
  const { signal } = new AbortController();
  const price = async (values: ArgumentValues, days: number): Promise<number> => {
    const statement = foldedStatement({ definition, tables }, open, open.statement, values);
    const printed = printStatement(statement, list.sources, definition.settings.maxRows + 1);
    const bound = valuesOver(source, values, days, list.now);
    const text = { ...printed, parameters: queryParameters(printed, bound) };
    const { bytes } = await retryTransient(signal, () => dryRun(list.client, text, signal));
    return bytes;
  };
  try {
    const day = await price(all, 1);
    const least = required === all ? day : await price(required, 1);
    const hasWindow = Object.keys(definition.derive.parameters).length > 0;
    const week = hasWindow ? await price(all, 7) : day;
    return { examples: day, required: least, prunes: day < week || day < least };
  } catch (error) {
    if (!(error instanceof BigQueryError)) throw error;
    return { fault: 'refused' };
  }
}

type Definition = PreparedEndpoint['definition'];

/** The endpoint with the examples of another version where that takes them all, and its example arguments. */
function exampled(
  { definition, open }: PreparedEndpoint,
  examples: Definition['parameters'],
  now: bigint,
) {
  const other = withExamples(definition, examples);
  try {
    return { definition: other, all: exampleArguments(other, open.statement, now) };
  } catch {
    return { definition, all: exampleArguments(definition, open.statement, now) };
  }
}

/** With the examples of parameters of the same types. */
function withExamples(definition: Definition, examples: Definition['parameters']): Definition {
  const parameters = Object.entries(definition.parameters).map(([name, parameter]) => {
    const other = examples[name];
    const fits = other !== undefined && other.type.kind === parameter.type.kind;
    return [name, fits ? { ...parameter, example: other.example } : parameter];
  });
  return { ...definition, parameters: Object.fromEntries(parameters) };
}

/** A substitute for a missing example would read what no request reads. */
function lacksExample({ parameters }: Definition): boolean {
  return Object.values(parameters).some(
    ({ default: value, example, fallback, isRequired }) =>
      isRequired && !value && fallback === undefined && example === undefined,
  );
}

/** The same object where there are no optional arguments. */
function requiredOf({ parameters }: Definition, values: ArgumentValues): ArgumentValues {
  const optional = Object.entries(parameters).filter(
    ([name, one]) =>
      (!one.isRequired || one.default) && one.example !== undefined && values[name] !== undefined,
  );
  if (optional.length === 0) return values;
  return {
    ...values,
    ...Object.fromEntries(optional.map(([name, one]) => [name, one.default?.value])),
  };
}
