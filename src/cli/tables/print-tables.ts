import { type SchemaField, standardType } from '#googlesql';
import { readConfig } from '../../config/config.ts';
import { placeName, placeTables } from '../../engines/bigquery/table-places.ts';
import { inferTable } from '../../engines/duckdb/infer-table.ts';
import { PartCache } from '../../project/part-cache.ts';
import { ProjectError } from '../../project/problems/project-error.ts';
import { readProjectFile } from '../../project/project-file.ts';
import { type ProjectTable, readTables } from '../../project/tables/tables.ts';
import { alignColumns } from '../query/table.ts';

/** Prints the tables of a project, the columns of each, and where its rows come from. */
export async function printTables(folder: string, print: (line: string) => void): Promise<void> {
  const { problems, tables } = await readTables(folder, readProjectFile(folder), {
    cache: new PartCache(),
    inferFields: inferTable,
  });
  if (problems.length > 0) throw new ProjectError(problems);
  const sourceOf = sources(tables);
  if (tables.size === 0) print('There are no tables.');
  let isFirst = true;
  for (const table of tables.values()) {
    if (!isFirst) print('');
    isFirst = false;
    print(`${table.name}  ${[sourceOf(table), ...traits(table)].join('; ')}`);
    for (const line of alignColumns(columnLines(table.fields, 1))) print(line);
  }
}

function sources(tables: ReadonlyMap<string, ProjectTable>): (table: ProjectTable) => string {
  const { bigquery, dataDir } = readConfig();
  const places = bigquery && placeTables(tables, bigquery);
  return ({ data, name }) => {
    const place = places?.get(name)?.place;
    if (place) return `BigQuery ${placeName(place)}`;
    return data ? `files ${data.join(', ')}` : `imports in ${dataDir}/tables/${name}`;
  };
}

function traits({
  isOptional,
  pseudo = [],
  requirePartitionFilter,
  shared,
  tenant,
  time,
}: ProjectTable): readonly string[] {
  const all = [
    tenant && `tenant in ${tenant.join('.')}`,
    shared && 'shared by all tenants',
    time && `partitioned by ${time}`,
    requirePartitionFilter && 'each query must bound that',
    pseudo.length > 0 && `with ${pseudo.map(({ name }) => name).join(', ')}`,
    isOptional && 'may be absent',
  ];
  return all.filter((trait) => typeof trait === 'string');
}

/** The columns with their types; fields of records are indented below theirs. */
function columnLines(
  fields: readonly SchemaField[],
  depth: number,
): readonly (readonly string[])[] {
  return fields.flatMap(({ description = '', fields: nested, mode, name, type }: Described) => {
    const standard = standardType(type);
    const required = mode === 'REQUIRED' ? `${standard}!` : standard;
    const text = mode === 'REPEATED' ? `ARRAY<${standard}>` : required;
    const line = [`${'  '.repeat(depth)}${name}`, text, description.replace(/\s+/g, ' ')];
    return [line, ...columnLines(nested ?? [], depth + 1)];
  });
}

type Described = SchemaField & { readonly description?: string };
