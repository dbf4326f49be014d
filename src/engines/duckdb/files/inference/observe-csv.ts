import type { DuckDBConnection } from '@duckdb/node-api';
import { SCALARS } from '#googlesql';
import type { CsvDescription } from '../file-description.ts';
import { planReading } from '../read-expression.ts';
import { type Form, fieldForm } from './forms.ts';
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
  const forms = texts.map(
    ({ expression }) =>
      `list(DISTINCT ${fieldForm(expression)}) FILTER (${expression} IS NOT NULL)`,
  );
  const result = await connection.runAndReadAll(`SELECT ${forms.join(', ')} FROM ${source}`);
  const [row = []] = result.getRowsJson();
  for (const [i, name] of names.entries()) {
    const found = row[i] as readonly Form[] | null | undefined; // As `fieldForm` gives them.
    for (const form of found ?? []) rows.field(name).forms.add(form);
    rows.field(name);
  }
}
