import type { SchemaField, Table } from '../../../src/googlesql/table.ts';
import type { Type } from '../../../src/googlesql/types.ts';
import type { TableResource } from './catalog.ts';

/** How a table is partitioned. */
interface Layout {
  readonly requirePartitionFilter: boolean;
  readonly partitioning: 'HOUR' | 'DAY' | 'MONTH' | 'YEAR';
}

/** What `tables.insert` would be sent for a log table: partitions on its time, clustered by project. */
export function tableResource(
  { columns, time }: Table,
  tableId: string,
  { partitioning, requirePartitionFilter }: Layout,
): TableResource {
  return {
    tableReference: { tableId },
    schema: {
      fields: columns.map(({ mode, name, type }) => ({ ...schemaField(name, type), mode })),
    },
    ...(time && { timePartitioning: { type: partitioning, field: time } }),
    requirePartitionFilter,
    ...(columns.some(({ name }) => name === 'project') && { clustering: { fields: ['project'] } }),
  };
}

function schemaField(name: string, type: Type): SchemaField {
  if (type.kind === 'ARRAY') return { ...schemaField(name, type.element), mode: 'REPEATED' };
  if (type.kind !== 'STRUCT') return { name, type: type.kind };
  return {
    name,
    type: 'RECORD',
    fields: type.fields.map((field) => schemaField(field.name, field.type)),
  };
}
