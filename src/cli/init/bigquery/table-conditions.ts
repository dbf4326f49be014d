import { printIdentifier, SCALARS, type SchemaField, standardType, type Type } from '#googlesql';
import type { Partitioning, TableLayout } from '../../../engines/bigquery/dataset/table-layout.ts';
import type { DraftCondition } from '../endpoint-text.ts';
import { parameterNames } from '../names.ts';

/** What decides the conditions of an endpoint over a table of BigQuery's. */
export interface ConditionContext {
  /** The id of the newest partition with rows; undefined if none has any. */
  readonly newest: string | undefined;
  /** The first day of which partitions are read where none is known to have rows: `2026-07-01`. */
  readonly fallbackDay: string;
}

/** The conditions of an endpoint: the newest partition or table of a wildcard, and filters that may be left out. */
export function conditionsOf(
  layout: TableLayout,
  context: ConditionContext,
): readonly DraftCondition[] {
  const bounds = [...suffixBounds(layout), ...partitionBounds(layout, context)];
  const taken = bounds.map(({ parameter }) => parameter.name);
  return [...bounds, ...clusterFilters(layout, taken)];
}

/** Both bounds, so that other tables with the same beginning, as `events_intraday_20260701`, are not read. */
function suffixBounds({ newestSuffix }: TableLayout): readonly DraftCondition[] {
  if (newestSuffix === undefined) return [];
  const last = '9'.repeat(newestSuffix.length);
  const bound = (operator: string, name: string, value: string, description: string) => ({
    sql: `_TABLE_SUFFIX ${operator} COALESCE(@${name}, '${value}')`,
    parameter: { name, type: SCALARS.STRING, description },
  });
  return [
    bound(
      '>=',
      'since',
      newestSuffix,
      `The end of the first table's name; ${newestSuffix} without it`,
    ),
    bound('<=', 'until', last, "The end of the last table's name; the newest without it"),
  ];
}

interface Bounded {
  /** As SQL. */
  readonly column: string;
  readonly type: Type;
  /** The beginning of the first partition. */
  readonly moment: string;
  /** The same as SQL, and the last value of the type. */
  readonly first: string;
  readonly last: string;
}

function partitionBounds(
  { newestSuffix, partitioning, requirePartitionFilter }: TableLayout,
  context: ConditionContext,
): readonly DraftCondition[] {
  if (!partitioning || newestSuffix !== undefined) return [];
  if (partitioning.kind === 'range') return [rangeBound(partitioning.column, context)];
  const { column, first, last, moment, type } = bounded(partitioning, context);
  const what = type.kind === 'DATE' ? 'day' : 'time';
  const bound = (operator: string, name: string, value: string, description: string) => ({
    sql: `${column} ${operator} COALESCE(@${name}, ${value})`,
    parameter: { name, type, description },
  });
  const since = bound('>=', 'since', first, `The first ${what}; ${moment} without it`);
  if (!requirePartitionFilter) return [since];
  return [since, bound('<=', 'until', last, `The last ${what}; the newest without it`)];
}

function bounded(
  partitioning: Exclude<Partitioning, { readonly kind: 'range' }>,
  { fallbackDay, newest }: ConditionContext,
): Bounded {
  const moment = newest === undefined ? fallbackDay : momentOf(newest);
  const kind =
    partitioning.kind === 'arrival' ? arrivalKind(moment) : standardType(partitioning.column.type);
  const column =
    partitioning.kind === 'time'
      ? printIdentifier(partitioning.column.name)
      : kind === 'DATE'
        ? '_PARTITIONDATE'
        : '_PARTITIONTIME';
  const [day = '', time = '00:00:00'] = moment.split(' ');
  if (kind === 'DATE') {
    return {
      column,
      moment,
      type: SCALARS.DATE,
      first: `DATE '${day}'`,
      last: "DATE '9999-12-31'",
    };
  }
  const type = kind === 'DATETIME' ? SCALARS.DATETIME : SCALARS.TIMESTAMP;
  const zone = kind === 'DATETIME' ? '' : '+00';
  return {
    column,
    moment,
    type,
    first: `${type.kind} '${day} ${time}${zone}'`,
    last: `${type.kind} '9999-12-31 23:59:59.999999${zone}'`,
  };
}

function arrivalKind(moment: string): string {
  return moment.includes(' ') ? 'TIMESTAMP' : 'DATE';
}

/** The beginning of a partition by its id: `2026`, `202607`, `20260701` and `2026070112` are a year, a month, a day and an hour. */
function momentOf(id: string): string {
  const [, year, month = '01', day = '01', hour] = /^(\d{4})(\d\d)?(\d\d)?(\d\d)?$/.exec(id) ?? [];
  return `${year}-${month}-${day}${hour === undefined ? '' : ` ${hour}:00:00`}`;
}

function rangeBound({ name }: SchemaField, { newest = '0' }: ConditionContext): DraftCondition {
  return {
    sql: `${printIdentifier(name)} >= COALESCE(@since, ${newest})`,
    parameter: {
      name: 'since',
      type: SCALARS.INT64,
      description: `The least ${name}; ${newest} without it`,
    },
  };
}

/** Types of clustering columns that `=` compares. */
const COMPARED: ReadonlySet<string> = new Set([
  ...['STRING', 'INT64', 'BOOL', 'DATE', 'DATETIME', 'TIMESTAMP', 'NUMERIC', 'BIGNUMERIC'],
]);

function clusterFilters(
  { clustering, fields, partitioning }: TableLayout,
  taken: readonly string[],
): readonly DraftCondition[] {
  const partition = partitioning && 'column' in partitioning ? partitioning.column.name : undefined;
  const columns = clustering.flatMap((name) => {
    const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
    const isCompared = field && COMPARED.has(standardType(field.type)) && field.mode !== 'REPEATED';
    return isCompared && field.name !== partition ? [field] : [];
  });
  const names = parameterNames(
    columns.map(({ name }) => name),
    taken,
  );
  return columns.map((field, i) => {
    const name = names[i] ?? '';
    const column = printIdentifier(field.name);
    return {
      sql: `(@${name} IS NULL OR ${column} = @${name})`,
      parameter: {
        name,
        type: SCALARS[standardType(field.type) as keyof typeof SCALARS] as Type,
        description: `Only rows with this ${field.name}`,
      },
    };
  });
}
