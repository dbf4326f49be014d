import { parseTable, type SchemaField } from '#googlesql';
import type { TenantKind } from '../../../src/catalog/barrier/tenant-condition.ts';
import { CANARIES, momentOf, NUMBERS, rowOf } from '../tenant-worlds.ts';
import { fieldsOf, type InPlace, PINS } from './tables.ts';

/** A row of a table by the names of its columns. */
export type FileRow = Readonly<Record<string, unknown>>;

const ROWS = 12;

/** Tenants that are nobody's, and some that are almost a pin. */
const OTHERS: Readonly<Record<TenantKind, readonly unknown[]>> = {
  STRING: ['other', null, '2026 ', '2026-07-011', 'TRUE', ''],
  INT64: ['1', null, '-2026', '20260', '9223372036854775807'],
  DATE: ['2026-07-02', null, '0001-01-01', '9999-12-31'],
  BYTES: ['AAAA', null, '', '2026AAAA', 'TRUE'],
  BOOL: [false, null],
};

/** The rows of the tenant who sends the requests, or of a table of nobody: every text is a number. */
export function ownRows(table: InPlace, pin: string): readonly FileRow[] {
  if (table.kind && !PINS.get(pin)?.includes(table.kind)) return [];
  const parsed = parsedTable(table);
  return Array.from({ length: ROWS }, (_, i) =>
    asRow(
      rowOf(parsed, momentOf(i), [table.kind === 'BOOL' ? pin === 'true' : pin], {
        text: () => String(10 + i),
        number: () => 10 + i,
        length: 1 + (i % 2),
      }),
    ),
  );
}

/** Rows of others at the same moments, `each` for each own one, which make conversions, divisions and patterns fail. */
export function foreignRows(table: InPlace, pin: string, each: number): readonly FileRow[] {
  const parsed = parsedTable(table);
  const tenants = tenantsOf(table, pin);
  return Array.from({ length: ROWS * each }, (_, i) => {
    let step = i * 31;
    const next = <Value>(values: readonly Value[]): Value => {
      step += 7;
      return values[step % values.length] as Value;
    };
    return asRow(
      rowOf(parsed, momentOf(Math.floor(i / each)), tenants[i % tenants.length] ?? [], {
        text: () => next(CANARIES),
        number: () => next(NUMBERS),
        length: i % 3,
      }),
    );
  });
}

/** A record that is shared with another is nobody's. */
function tenantsOf(
  { kind = 'STRING', tenant }: InPlace,
  pin: string,
): readonly (readonly unknown[])[] {
  const alone = OTHERS[kind].map((other) => [other]);
  if (!tenant?.includes('.')) return alone;
  return [...alone, [], [pin, 'other'], ['other', pin], [pin, null]];
}

function parsedTable(table: InPlace) {
  const tenant = table.tenant?.split('.');
  // The fields are those of a schema file.
  const fields = fieldsOf(table) as readonly SchemaField[];
  return parseTable(table.name, fields, tenant ? { tenant } : {});
}

function asRow(row: object): FileRow {
  return { ...row };
}
