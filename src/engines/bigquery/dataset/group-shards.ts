/** A table as a list of a dataset's tables has it. */
export interface ListedTable {
  readonly id: string;
  /** `TABLE`, `VIEW`, `MATERIALIZED_VIEW`, `EXTERNAL`, `SNAPSHOT`. */
  readonly type: string;
}

/** A table of a dataset, or the tables that a wildcard stands for. */
export interface DatasetTable {
  /** Its id; that of a wildcard table ends in `*`. */
  readonly name: string;
  readonly type: string;
  /** The ids of the tables of a wildcard, the newest first; undefined for any other table. */
  readonly shards?: readonly string[];
}

/** A day or a month at the end of a table's id. */
const DATED = /^(.*?\D|)((?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?)$/su;

/**
 * The tables of a dataset, sorted by name, of which those that differ in a date at their end are one wildcard table.
 *
 * A wildcard reads every table with its prefix, and BigQuery refuses one that a view has too: the prefix is then longer,
 * as far as the dates have digits in common.
 */
export function groupShards(listed: readonly ListedTable[]): readonly DatasetTable[] {
  const groups = Map.groupBy(listed, ({ id, type }) =>
    type === 'TABLE' ? DATED.exec(id)?.[1] : undefined,
  );
  const tables: DatasetTable[] = [];
  for (const [prefix, members] of groups) {
    const shards = members.map(({ id }) => id).sort();
    const wildcard = prefix === undefined ? undefined : wildcardOf(prefix, shards, listed);
    if (wildcard === undefined) tables.push(...members.map(({ id, type }) => ({ name: id, type })));
    else tables.push({ name: wildcard, type: 'TABLE', shards: shards.toReversed() });
  }
  return tables.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The prefix of tables that are named by a date alone: later ones begin with it too. */
const CENTURY = '20';

/** The name of the wildcard table; undefined if the tables cannot be one. */
function wildcardOf(
  prefix: string,
  shards: readonly string[],
  listed: readonly ListedTable[],
): string | undefined {
  if (shards.length < 2) return undefined;
  const others = listed.filter(({ type }) => type !== 'TABLE').map(({ id }) => id);
  const shortest = prefix === '' ? CENTURY.length : prefix.length;
  for (let length = shortest; length <= commonLength(shards); length += 1) {
    const start = shards[0]?.slice(0, length) ?? '';
    if (!others.some((id) => id.startsWith(start))) return `${start}*`;
  }
  return undefined;
}

/** How many characters at the beginning all texts have in common, of sorted texts. */
function commonLength(sorted: readonly string[]): number {
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  let length = 0;
  while (length < first.length && first[length] === last[length]) length += 1;
  return length;
}
