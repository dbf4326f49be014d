import type { Table } from '../../src/googlesql/table.ts';
import type { Type } from '../../src/googlesql/types.ts';
import { PROJECT } from '../support/project.ts';
import { NOW } from './world.ts';

/** Who asks. */
export const OWN = 'mine';

/** Rows by table. */
export type Rows = ReadonlyMap<string, readonly object[]>;

const TABLES = [...PROJECT.tables.values()];

/** Texts that make conversions, patterns and parsers fail or succeed where the asking tenant's do not. */
export const CANARIES: readonly (string | null)[] = [
  'x-canary',
  '',
  'abc',
  '-9223372036854775808',
  '9223372036854775807',
  '1e400',
  'NaN',
  '{"broken":',
  '(unclosed',
  '2026-13-45',
  '\u{1f980} \u0001\u0000',
  null,
  'true',
  '0',
  '%',
  'a'.repeat(200),
  `e${'\u0301\u0316'.repeat(20)}`,
  '2027-01-01',
];

export const NUMBERS: readonly (number | string | null)[] = [
  0,
  -1,
  1,
  '9223372036854775807',
  '-9223372036854775808',
  null,
];

/**
 * How many elements the repeated records of rows have: one each, so that the store keeps them as single records, or
 * now none and now several.
 */
export type Records = 'single' | 'varied';

/** The asking tenant's rows: every field has a value, and every text is a number. */
export function ownRows(count: number, records: Records = 'varied'): Rows {
  return tableRows((table) =>
    Array.from({ length: count }, (_, i) =>
      rowOf(table, momentOf(i), [OWN], {
        text: () => String(10 + i),
        number: () => 10 + i,
        length: records === 'single' ? 1 : 1 + (i % 2),
      }),
    ),
  );
}

/** Rows of others at the same moments, `each` for each of the asking tenant's. */
export function foreignRows(
  count: number,
  each: number,
  seed: number,
  records: Records = 'varied',
): Rows {
  return tableRows((table) =>
    Array.from({ length: count * each }, (_, i) => {
      let step = i * 31 + seed;
      const next = <T>(values: readonly T[]): T => {
        step += 7;
        return values[step % values.length] as T;
      };
      return rowOf(table, momentOf(Math.floor(i / each)), tenantsOf(table, i + seed, records), {
        text: () => next(CANARIES),
        number: () => next(NUMBERS),
        length: records === 'single' ? 1 : (i + seed) % 3,
      });
    }),
  );
}

/** The rows of some tables. */
export function rowsOf(rows: Rows, tables: readonly string[]): Rows {
  return new Map([...rows].filter(([name]) => tables.includes(name)));
}

/** Both, each tenant's rows among the other's. */
export function mixed(own: Rows, foreign: Rows): Rows {
  return new Map(
    [...new Set([...own.keys(), ...foreign.keys()])].map((name) => {
      const rows = [...(foreign.get(name) ?? [])];
      const mine = own.get(name) ?? [];
      const step = Math.max(1, Math.floor(rows.length / (mine.length + 1)));
      mine.forEach((row, i) => {
        rows.splice(Math.min(rows.length, step + i * (step + 1)), 0, row);
      });
      return [name, rows];
    }),
  );
}

/**
 * Rows of one's own in two of three tables and not at the newest moments, and rows of others in all of them, at these
 * moments too, in numbers that differ from table to table.
 */
export function unevenly(
  own: Rows,
  foreignOf: (count: number, each: number) => Rows,
): { readonly own: Rows; readonly foreign: Rows } {
  const names = [...own.keys()];
  return {
    own: new Map([...own].map(([name, rows], i) => [name, i % 3 === 2 ? [] : rows.slice(2)])),
    foreign: new Map(
      names.map((name, i) => [name, foreignOf(16, [40, 1, 3][i % 3] ?? 1).get(name) ?? []]),
    ),
  };
}

function tableRows(make: (table: Table) => readonly object[]): Rows {
  return new Map(TABLES.map((table) => [table.name, make(table)]));
}

/** One moment each 90 minutes, so that rows lie in the windows of every endpoint and on two days. */
export function momentOf(i: number): string {
  return new Date(Date.parse(NOW) - 1_000 - i * 90 * 60_000).toISOString();
}

/** Another tenant, none, one whose name is like the asking one's, or two that share a record. */
function tenantsOf(table: Table, i: number, records: Records): readonly (string | null)[] {
  const shared =
    (table.tenant?.length ?? 0) > 1 && records === 'varied'
      ? [
          [OWN, 'other'],
          ['other', OWN],
          [OWN, null],
        ]
      : [];
  const all: readonly (readonly (string | null)[])[] = [
    ['other'],
    [null],
    ['mine2'],
    ['other'],
    ...shared,
  ];
  return all[i % all.length] ?? ['other'];
}

/** What a row's fields are filled with. */
export interface Values {
  text(): string | null;
  number(): number | string | null;
  readonly length: number;
}

/** A row of a table: its tenant, or those that share it, and other values. */
export function rowOf(
  table: Pick<Table, 'columns' | 'tenant'>,
  at: string,
  tenants: readonly unknown[],
  values: Values,
): object {
  const [tenant = '', nested] = table.tenant ?? [];
  const row: Record<string, unknown> = Object.fromEntries(
    table.columns.map(({ name, type }) => [name, fieldValue(type, values)]),
  );
  const entry = table.columns.find(({ name }) => name === tenant)?.type;
  row[tenant] = nested
    ? tenants.map((project) => ({
        ...(entry?.kind === 'ARRAY' ? (fieldValue(entry.element, values) as object) : {}),
        [nested]: project,
      }))
    : tenants[0];
  return { ...row, timestamp: at };
}

function fieldValue(type: Type, values: Values): unknown {
  switch (type.kind) {
    case 'ARRAY':
      return Array.from({ length: values.length }, () => fieldValue(type.element, values)).filter(
        (value) => value !== null,
      );
    case 'STRUCT':
      return Object.fromEntries(
        type.fields.map((field) => [field.name, fieldValue(field.type, values)]),
      );
    case 'INT64':
      return values.number();
    case 'FLOAT64':
      return Number(values.number() ?? 0);
    case 'BOOL':
      return values.length % 2 === 1;
    case 'TIMESTAMP':
      return '2026-06-30T23:59:59.999999Z';
    default:
      return values.text();
  }
}
