import type { LeafUse } from '../../../src/googlesql/analysis/properties/leaf-uses.ts';
import { printIdentifier } from '../../../src/googlesql/syntax/printer/literal.ts';
import type { ScalarType, Type } from '../../../src/googlesql/types.ts';
import type { Row } from '../../../src/googlesql/value.ts';
import type { CatalogTable } from './catalog.ts';

/** A column, or a field of a record, that is stored by itself. */
export interface Leaf {
  /** `metadata.request.path`. */
  readonly path: string;
  /** The joins with the arrays around it, after `FROM t`, and its value among them. */
  readonly joins: string;
  readonly value: string;
  readonly type: ScalarType;
}

/**
 * The leaves of a column that a use of it reads.
 *
 * Of a record of which nothing but its being there is read (`IS NULL`, ARRAY_LENGTH, UNNEST whose elements nobody looks
 * at) the first leaf: a column store knows it from any, and Google does not say which it reads. That is an assumption.
 */
export function leavesOf(name: string, type: Type, use: LeafUse): readonly Leaf[] {
  const value = `t.${printIdentifier(name)}`;
  return leavesBelow({ path: name, joins: '', value, type }, use, 0);
}

interface Place extends Omit<Leaf, 'type'> {
  readonly type: Type;
}

function leavesBelow(place: Place, use: LeafUse, depth: number): readonly Leaf[] {
  const { joins, path, type, value } = place;
  if (type.kind === 'ARRAY') {
    const element = `e${depth}`;
    const joined = `${joins} CROSS JOIN UNNEST(${value}) AS ${element}`;
    return leavesBelow({ path, joins: joined, value: element, type: type.element }, use, depth + 1);
  }
  if (type.kind !== 'STRUCT') return [{ ...place, type }];
  const isBare = !use.isWhole && use.fields.size === 0;
  return type.fields.flatMap((field, i) => {
    const own = use.isWhole || (isBare && i === 0) ? use : use.fields.get(i);
    const below = {
      path: `${path}.${field.name}`,
      joins,
      value: `${value}.${printIdentifier(field.name)}`,
      type: field.type,
    };
    return own ? leavesBelow(below, own, depth) : [];
  });
}

/** The bytes of a value of these types by BigQuery's table of sizes. */
const FIXED_SIZES: Readonly<Record<string, number>> = {
  ...{ BOOL: 1, INT64: 8, FLOAT64: 8, DATE: 8, DATETIME: 8, TIME: 8, TIMESTAMP: 8 },
  ...{ NUMERIC: 16, BIGNUMERIC: 32, INTERVAL: 16, RANGE: 16 },
};

/**
 * The bytes of all values of a leaf, as BigQuery counts them: STRING and BYTES 2 and their length in UTF-8, JSON the
 * length of its text, NULL nothing. An array is the sum of its elements, a record that of its fields.
 */
function sizeText({ type, value }: Leaf): string {
  const fixed = FIXED_SIZES[type.kind];
  if (fixed !== undefined) return `SUM(IF(${value} IS NULL, 0, ${fixed}))`;
  const bytes = type.kind === 'JSON' ? `TO_JSON_STRING(${value})` : value;
  const head = type.kind === 'JSON' ? 0 : 2;
  return `SUM(IF(${value} IS NULL, 0, ${head} + BYTE_LENGTH(${bytes})))`;
}

/** A part of a table that is read or left out as a whole. */
export interface StoredPartition {
  /** `20260701`; `__NULL__` for rows without a time, and for all rows of a table without partitions. */
  readonly id: string;
  /** What the `*` of a wildcard table stands for; undefined for other tables. */
  readonly suffix: string | undefined;
}

/** The bytes of a leaf by partition, of those in which it has values. */
export type LeafBytes = ReadonlyMap<string, number>;

/** One text for each partition. */
export function partitionKey({ id, suffix }: StoredPartition): string {
  return suffix === undefined ? id : `${suffix}/${id}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  HOUR: '%Y%m%d%H',
  DAY: '%Y%m%d',
  MONTH: '%Y%m',
  YEAR: '%Y',
};

/** The column by which a table is partitioned, if it is one of those that are stored here. */
export function partitionColumn({ resource, table }: CatalogTable) {
  const { field } = resource.timePartitioning ?? {};
  return table.columns.find(({ name }) => name === field);
}

/** The expression of the id of a row's partition; `NULL` in a table without partitions. */
export function partitionText(entry: CatalogTable): string {
  const column = partitionColumn(entry);
  if (!column) return 'CAST(NULL AS STRING)';
  const format = FORMATS[entry.resource.timePartitioning?.type ?? 'DAY'];
  const name = printIdentifier(column.name);
  return `IFNULL(FORMAT_${column.type.kind}('${format}', t.${name}), '__NULL__')`;
}

/** What a table holds in one state of its files. */
export interface Measured {
  /** The keys of the partitions that have rows. */
  readonly partitions: readonly StoredPartition[];
  /** The bytes of the leaves that were asked for, in their order. */
  readonly leaves: readonly LeafBytes[];
}

/** Answers to queries about rows with the same leaves, by the leaf's path; those of `ROWS` have the partitions. */
type Readings = Map<string, Promise<LeafReading>>;

interface LeafReading {
  readonly rows: readonly Row[];
  /** The place of its bytes in each row. */
  readonly place: number;
}

const ROWS = '';

/** Servers over the same files measure them once. */
const measured = new Map<string, Readings>();

/** Measures leaves of a table, each once for a state of the table's files. `ask` runs a query over the table as `t`. */
export async function measure(
  entry: CatalogTable,
  state: string,
  leaves: readonly Leaf[],
  ask: (sql: string) => Promise<readonly Row[]>,
): Promise<Measured> {
  const known = readingsOf(entry, state);
  const groups = Map.groupBy(
    leaves.filter(({ path }) => !known.has(path)),
    ({ joins }) => joins,
  );
  if (!known.has(ROWS) && !groups.has('')) groups.set('', []);
  for (const [joins, group] of groups) {
    const rows = ask(measureText(entry, joins, group.map(sizeText)));
    const paths = group.map(({ path }) => path);
    for (const [i, path] of [...paths, ...(joins === '' ? [ROWS] : [])].entries()) {
      const reading = rows.then((read) => ({ rows: read, place: i + 2 }));
      known.set(path, reading);
      // A server that closes in the middle has measured nothing.
      reading.catch(() => known.delete(path));
    }
  }
  const read = (path: string) => known.get(path) ?? Promise.reject(new Error(`No leaf ${path}`));
  const [all, ...each] = await Promise.all([ROWS, ...leaves.map(({ path }) => path)].map(read));
  return { partitions: (all?.rows ?? []).map(partitionOf), leaves: each.map(leafBytes) };
}

function readingsOf({ resource, table }: CatalogTable, state: string): Readings {
  const key = JSON.stringify([state, table.name, resource.schema, resource.timePartitioning]);
  const known = measured.get(key) ?? new Map();
  measured.set(key, known);
  return known;
}

function measureText(entry: CatalogTable, joins: string, sizes: readonly string[]): string {
  const suffix = entry.suffixes ? 't._TABLE_SUFFIX' : 'CAST(NULL AS STRING)';
  const list = [`${partitionText(entry)} AS id`, `${suffix} AS suffix`, ...sizes];
  return `SELECT ${list.join(', ')} FROM t${joins} GROUP BY id, suffix`;
}

function partitionOf([id, suffix]: Row): StoredPartition {
  return { id: String(id ?? '__NULL__'), suffix: suffix == null ? undefined : String(suffix) };
}

function leafBytes({ place, rows }: LeafReading): LeafBytes {
  return new Map(rows.map((row) => [partitionKey(partitionOf(row)), Number(row[place])]));
}
