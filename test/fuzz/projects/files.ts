import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RandomTable } from './tables.ts';
import type { Field, Value } from './types.ts';
import { elementOf, scalarOf } from './values.ts';

/** Writes the rows of a table into a file of its format. */
export async function writeRows(file: string, table: RandomTable): Promise<void> {
  if (table.format === 'parquet') return writeParquet(file, table);
  writeFileSync(file, table.format === 'csv' ? csvText(table) : ndjsonText(table));
}

function csvText({ columns, rows }: RandomTable): string {
  const lines = [
    columns.map(({ name }) => csvCell(name)),
    ...rows.map((row) => columns.map((column, i) => cellOf(column, row[i] ?? null))),
  ];
  return lines.map((cells) => `${cells.join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cellOf(column: Field, value: Value): string {
  if (value === null) return '';
  const isNested = column.mode === 'REPEATED' || column.kind === 'STRUCT';
  return csvCell(isNested ? jsonOf(column, value) : scalarOf(column).text(value));
}

/** A NULL is left out of the line, or said. */
function ndjsonText({ columns, rows }: RandomTable): string {
  return rows.map((row, index) => `${objectOf(columns, row, index % 2 === 0)}\n`).join('');
}

function objectOf(fields: readonly Field[], values: readonly Value[], saysNull: boolean): string {
  const members = fields.flatMap((field, i) => {
    const value = values[i] ?? null;
    if (value === null && !saysNull) return [];
    return [`${JSON.stringify(field.name)}:${jsonOf(field, value)}`];
  });
  return `{${members.join(',')}}`;
}

function jsonOf(field: Field, value: Value): string {
  if (value === null) return 'null';
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return `[${(value as readonly Value[]).map((item) => jsonOf(element, item)).join(',')}]`;
  }
  if (field.kind === 'STRUCT') return objectOf(field.fields, value as readonly Value[], true);
  return scalarOf(field).json(value);
}

async function writeParquet(file: string, { columns, rows }: RandomTable): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const declared = columns.map((column) => `${duckName(column.name)} ${duckType(column)}`);
  await connection.run(`CREATE TABLE written (${declared.join(', ')})`);
  for (const row of rows) {
    const values = columns.map((column, i) => duckLiteral(column, row[i] ?? null));
    await connection.run(`INSERT INTO written VALUES (${values.join(', ')})`);
  }
  await connection.run(`COPY written TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

function duckName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function duckType(field: Field): string {
  if (field.mode === 'REPEATED') return `${duckType(elementOf(field))}[]`;
  if (field.kind !== 'STRUCT') return scalarOf(field).duckdb?.[0] ?? '';
  return `STRUCT(${field.fields.map((one) => `${duckName(one.name)} ${duckType(one)}`).join(', ')})`;
}

function duckLiteral(field: Field, value: Value): string {
  const typed = (text: string) => `CAST(${text} AS ${duckType(field)})`;
  if (value === null) return typed('NULL');
  if (field.mode === 'REPEATED') {
    const element = elementOf(field);
    return typed(
      `[${(value as readonly Value[]).map((item) => duckLiteral(element, item)).join(', ')}]`,
    );
  }
  if (field.kind !== 'STRUCT') return typed(scalarOf(field).duckdb?.[1](value) ?? '');
  const values = value as readonly Value[];
  const members = field.fields.map(
    (one, i) => `${duckName(one.name)} := ${duckLiteral(one, values[i] ?? null)}`,
  );
  return typed(`struct_pack(${members.join(', ')})`);
}
