import type { Table } from '../../src/googlesql/table.ts';
import type { Type } from '../../src/googlesql/types.ts';
import { fixtureLines } from '../googlesql/fixtures.ts';
import { PROJECT } from '../support/project.ts';

/**
 * Makes every log table in a dataset of some BigQuery and streams the fixture rows into it.
 *
 * The tables are made by DDL: the emulator writes the names of fields from `tables.insert` into DDL of its own, without
 * quotes, and stumbles over `hash`.
 */
export async function loadFixtures(url: string, project: string, dataset: string): Promise<void> {
  const base = `${url}/bigquery/v2/projects/${project}`;
  for (const table of PROJECT.tables.values()) {
    const id = table.name.replaceAll('.', '_');
    const sql = createTable(`${project}.${dataset}.${id}`, table);
    const query = { query: sql, useLegacySql: false };
    // A table that is there was filled by an earlier run.
    if (/already (exists|created)/i.test(await post(`${base}/queries`, query))) continue;
    const rows = fixtureLines(table.name).map((line) => ({ json: JSON.parse(line) as unknown }));
    if (rows.length > 0) await post(`${base}/datasets/${dataset}/tables/${id}/insertAll`, { rows });
  }
}

function createTable(name: string, { columns }: Table): string {
  const list = columns.map((column) => `\`${column.name}\` ${declared(column.type)}`);
  return `CREATE TABLE \`${name}\` (${list.join(', ')})`;
}

function declared(type: Type): string {
  if (type.kind === 'ARRAY') return `ARRAY<${declared(type.element)}>`;
  if (type.kind !== 'STRUCT') return type.kind;
  const fields = type.fields.map((field) => `\`${field.name}\` ${declared(field.type)}`);
  return `STRUCT<${fields.join(', ')}>`;
}

/** The text of the answer: rows, or that something exists already. */
async function post(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const isFine = response.ok && !text.includes('insertErrors');
  if (isFine || /already (exists|created)/i.test(text)) return text;
  throw new Error(`Cannot load the fixtures: ${response.status} ${text.slice(0, 500)}`);
}
