import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../support/project-folder.ts';
import { type Draw, drawn, pick, times } from './draw.ts';
import { drawEndpoint, type RandomEndpoint, viewName } from './endpoints.ts';
import { writeRows } from './files.ts';
import { quoted } from './select-items.ts';
import { drawTables, type RandomTable, schemaOf } from './tables.ts';

/** A project of random tables, rows and endpoints. */
export interface RandomProject {
  readonly tables: readonly RandomTable[];
  readonly endpoints: readonly RandomEndpoint[];
}

const ENDPOINT_NAMES = [
  'orders',
  'type',
  'query',
  'by-day',
  'a.b_c',
  'x1',
  'constructor',
  'row.count',
  'in',
  'id',
];

/** The project of a seed. */
export function randomProject(seed: number, endpoints: number): RandomProject {
  return drawn(seed, (draw) => {
    const tables = drawTables(draw, 3);
    return {
      tables,
      endpoints: times(endpoints, (index) =>
        drawEndpoint(draw, nameOf(draw, index), pick(draw, tables)),
      ),
    };
  });
}

function nameOf(draw: Draw, index: number): string {
  const name = pick(draw, ENDPOINT_NAMES);
  return index === 0 ? name : `${name}.n${index}`;
}

/** Writes a project into a folder of its own. */
export async function writeProject({ endpoints, tables }: RandomProject): Promise<string> {
  const files = Object.fromEntries([
    ['fieldstone.json', JSON.stringify({ tables: Object.fromEntries(tables.map(settingsOf)) })],
    ...endpoints.map(({ name, sql }) => [`endpoints/${name}.sql`, sql]),
    ...tables.map((table) => [
      `views/${viewName(table)}.sql`,
      `SELECT * FROM ${quoted(table.name)}`,
    ]),
  ]);
  const folder = projectFolder(files);
  mkdirSync(join(folder, 'data'));
  for (const [index, table] of tables.entries()) {
    await writeRows(join(folder, dataOf(table, index)), table);
    if (table.hasSchema)
      writeFileSync(join(folder, `data/${index}.json`), JSON.stringify(schemaOf(table.columns)));
  }
  return folder;
}

function settingsOf(table: RandomTable, index: number): readonly [name: string, settings: object] {
  const schema = table.hasSchema ? { schema: `data/${index}.json` } : {};
  return [table.name, { data: dataOf(table, index), ...schema }];
}

function dataOf({ format }: RandomTable, index: number): string {
  return `data/${index}.${format}`;
}
