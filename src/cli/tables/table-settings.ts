import type { TableLayout } from '../../engines/bigquery/dataset/table-layout.ts';

/** The members of a table's settings that BigQuery says. */
export type LayoutSettings = Readonly<
  Partial<Record<'ingestionTime' | 'requirePartitionFilter' | 'wildcard', true> & { time: string }>
>;

/** What `fieldstone.json` says of a table as BigQuery has it; a range of integers is none of its partitionings. */
export function layoutSettings({
  name,
  partitioning,
  requirePartitionFilter,
}: Pick<TableLayout, 'name' | 'partitioning' | 'requirePartitionFilter'>): LayoutSettings {
  const isByTime = partitioning !== undefined && partitioning.kind !== 'range';
  return {
    ...(partitioning?.kind === 'time' && { time: partitioning.column.name }),
    ...(partitioning?.kind === 'arrival' && { ingestionTime: true }),
    ...(isByTime && requirePartitionFilter && { requirePartitionFilter }),
    ...(name.endsWith('*') && { wildcard: true }),
  };
}

const MEMBERS = ['time', 'ingestionTime', 'requirePartitionFilter', 'wildcard'] as const;

/** The text of `fieldstone.json` with what BigQuery says of some tables; the same text if that is there already. */
export function withLayouts(text: string, layouts: ReadonlyMap<string, LayoutSettings>): string {
  const project = JSON.parse(text) as { tables?: Record<string, Record<string, unknown>> };
  let isChanged = false;
  for (const [name, settings] of layouts) {
    const before = project.tables?.[name] ?? {};
    if (MEMBERS.every((member) => (before[member] || undefined) === settings[member])) continue;
    const others = Object.entries(before).filter(([member]) => !isMember(member));
    project.tables = { ...project.tables, [name]: { ...Object.fromEntries(others), ...settings } };
    isChanged = true;
  }
  return isChanged ? `${JSON.stringify(project, undefined, 2)}\n` : text;
}

function isMember(name: string): boolean {
  return (MEMBERS as readonly string[]).includes(name);
}
