import type { Table } from '../../src/googlesql/table.ts';
import type { Type } from '../../src/googlesql/types.ts';

/** What rows of any table have in common. */
export interface RowKey {
  readonly at: string;
  readonly id: string | null;
  readonly project: string;
  readonly message?: string;
}

/** A row with a value in every field, down to the deepest; each text tells its place, and the project. */
export function fullRow(table: Table, { at, id, project, message = 'said' }: RowKey): object {
  const [tenant = '', nested] = table.tenant ?? [];
  const columns = table.columns.map(({ name, type }) => [name, sampleOf(name, type, project)]);
  const row: Record<string, unknown> = Object.fromEntries(columns);
  const entries = row[tenant] as readonly object[];
  row[tenant] = nested ? entries.map((entry) => ({ ...entry, [nested]: project })) : project;
  return { ...row, timestamp: at, id, event_message: message };
}

function sampleOf(path: string, type: Type, project: string): unknown {
  switch (type.kind) {
    case 'ARRAY':
      return [
        sampleOf(`${path}.0`, type.element, project),
        sampleOf(`${path}.1`, type.element, project),
      ];
    case 'STRUCT':
      return Object.fromEntries(
        type.fields.map((field) => [
          field.name,
          sampleOf(`${path}.${field.name}`, field.type, project),
        ]),
      );
    case 'INT64':
      return path.length;
    case 'FLOAT64':
      return path.length / 4;
    case 'BOOL':
      return path.length % 2 === 0;
    case 'TIMESTAMP':
      return '2026-06-30T23:59:59.999999Z';
    case 'DATETIME':
      return '2026-06-30T23:59:59';
    default:
      return `${project} ${path}`;
  }
}
