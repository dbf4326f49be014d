import type { DuckDBConnection } from '@duckdb/node-api';
import { SCALARS } from '#googlesql/runtime';
import type { CsvDescription } from '../file-description.ts';
import { planReading } from '../read-expression.ts';
import { fieldFormBit, formsOfBits } from './forms.ts';
import type { Observed } from './observed.ts';

/** All columns of CSV files as STRING. */
export function textsOf({ names }: CsvDescription) {
  const columns = names.map((name) => ({ name, type: SCALARS.STRING, mode: 'NULLABLE' as const }));
  return { table: { columns }, names };
}

/** Observes all records of CSV files with one header; throws an `Error` for a column without a name. */
export async function observeCsv(
  connection: DuckDBConnection,
  paths: string,
  description: CsvDescription,
  rows: Observed,
): Promise<void> {
  const { names } = description;
  const nameless = names.indexOf('');
  if (nameless >= 0) throw new Error(`column ${nameless + 1} has no name in the header`);
  const { source, columns: texts } = planReading({ ...textsOf(description), description, paths });
  const values = texts.map(({ expression }) => expression).join(', ');
  // One expression for all columns: planning one for each of 600 takes seconds.
  const result = await connection.runAndReadAll(
    `SELECT place, bit_or(${fieldFormBit('value')})
     FROM (SELECT unnest([${values}]) AS value, unnest(range(${names.length})) AS place FROM ${source})
     WHERE value IS NOT NULL GROUP BY place`,
  );
  for (const name of names) rows.field(name);
  for (const [place, bits] of result.getRows()) {
    const { forms } = rows.field(names[Number(place)] ?? '');
    for (const form of formsOfBits(Number(bits))) forms.add(form);
  }
}
