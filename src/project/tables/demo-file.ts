import { existsSync, readFileSync } from 'node:fs';
import { extname, isAbsolute, join, normalize } from 'node:path';
import { z } from 'zod';
import type { Table } from '#googlesql';
import { expectation } from '../../auth/files/strict-json.ts';
import type { DemoRows } from '../../engines/duckdb/demo/demo-rows.ts';
import type { DemoTable } from '../../engines/duckdb/demo/demo-table.ts';
import { GeneratedRows } from '../../engines/duckdb/demo/generated-rows.ts';
import { QueriedRows } from '../../engines/duckdb/demo/queried-rows.ts';
import { importOwn } from '../modules/own-modules.ts';
import type { PartCache } from '../part-cache.ts';

/**
 * The demo rows of a table that a file makes: a `.sql` file or a module below the project's folder. Rejects with what is
 * wrong with it.
 */
export async function demoRows(
  folder: string,
  file: string | undefined,
  table: Table,
  cache: PartCache,
): Promise<DemoRows | undefined> {
  if (file === undefined) return undefined;
  const path = join(folder, file);
  if (isAbsolute(file) || normalize(file).startsWith('..'))
    throw new Error('is not below the project');
  if (!existsSync(path)) throw new Error('there is no such file');
  const name = `demo rows ${table.name}`;
  if (extname(file) === '.sql') {
    const text = readFileSync(path, 'utf8');
    return cache.get(name, [text, table], () => new QueriedRows(text, table));
  }
  if (MODULES.includes(extname(file))) {
    const source = await importTable(path);
    return cache.get(name, [source, table], () => new GeneratedRows(source, table));
  }
  throw new Error(`is no .sql file and no module (${MODULES.join(', ')})`);
}

const MODULES = ['.ts', '.mts', '.js', '.mjs'];

const DEMO_TABLE = z.object({
  rowsPerMinute: z.number().positive(),
  leastRows: z.int().nonnegative(),
  draws: z.array(z.tuple([z.string().regex(/^[A-Za-z_]\w*$/, 'must be a name'), z.string()])),
  row: z.record(z.string(), z.unknown()),
});

async function importTable(path: string): Promise<DemoTable> {
  const { default: table }: { readonly default?: DemoTable } = await importOwn(path);
  if (table === undefined) throw new Error('it has no `export default` of a demo table');
  const { error } = DEMO_TABLE.safeParse(table, { error: expectation });
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new Error(`its default export has a wrong "${issue.path.join('.')}": ${issue.message}`);
  return table;
}
