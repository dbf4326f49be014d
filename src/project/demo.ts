import { existsSync, readFileSync } from 'node:fs';
import { extname, isAbsolute, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { DemoRows } from '../engines/duckdb/demo/demo-rows.ts';
import type { DemoTable } from '../engines/duckdb/demo/demo-table.ts';
import { GeneratedRows } from '../engines/duckdb/demo/generated-rows.ts';
import { QueriedRows } from '../engines/duckdb/demo/queried-rows.ts';
import { messageOf } from '../errors.ts';
import type { Table } from '../googlesql/index.ts';

/**
 * Reads the file below a project's folder that makes demo rows of a table: a `.sql` file or a module. Rejects with an
 * `Error` that names the file and its problem.
 */
export async function readDemoRows(folder: string, file: string, table: Table): Promise<DemoRows> {
  const path = join(folder, file);
  try {
    if (isAbsolute(file) || normalize(file).startsWith('..'))
      throw new Error('it is not below the project');
    if (!existsSync(path)) throw new Error('there is no such file');
    if (extname(file) === '.sql') return new QueriedRows(readFileSync(path, 'utf8'), table);
    if (MODULES.includes(extname(file))) return new GeneratedRows(await importTable(path), table);
    throw new Error(`it is no .sql file and no module (${MODULES.join(', ')})`);
  } catch (cause) {
    throw new Error(
      `Cannot use "${path}" for demo rows of the table "${table.name}": ${messageOf(cause)}`,
      { cause },
    );
  }
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

const DEMO_TABLE = z.object({
  rowsPerMinute: z.number().positive(),
  leastRows: z.int().nonnegative(),
  draws: z.array(z.tuple([z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name'), z.string()])),
  row: z.record(z.string(), z.unknown()),
});

async function importTable(path: string): Promise<DemoTable> {
  const { default: table }: { readonly default?: DemoTable } = await import(
    pathToFileURL(path).href
  );
  if (table === undefined) throw new Error('it has no `export default` of a demo table');
  const { error } = DEMO_TABLE.safeParse(table);
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new Error(`its default export has a wrong "${issue.path.join('.')}": ${issue.message}`);
  return table;
}
