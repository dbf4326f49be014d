import { printIdentifier, type Type } from '#googlesql';
import { viewColumns } from '../../catalog/description/describe-columns.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { compileSandbox } from '../../execution/sandbox.ts';
import { attempt } from '../../values/attempt.ts';

/** Columns that are named in a statement; a table of logs has some dozens. */
const MAX_COLUMNS = 5;

/** Up to three SELECTs over an endpoint's views that compile: a count, a few rows, and the largest groups. */
export function exampleStatements(endpoint: PreparedEndpoint): readonly string[] {
  const views = viewColumns(endpoint);
  const [view] = views.filter(({ columns }) => columns.length > 0);
  if (!view) return [];
  const from = `FROM ${printIdentifier(view.name)}`;
  const named = view.columns.map(({ name, type }) => ({ name: printIdentifier(name), type }));
  const plain = named.filter(({ type }) => isPlain(type)).map(({ name }) => name);
  const group = named.find(({ type }) => type.kind === 'STRING') ?? named.find(isGroupable);
  const statements = [
    `SELECT COUNT(*) AS n ${from}`,
    `SELECT ${plain.slice(0, MAX_COLUMNS).join(', ') || '*'} ${from} LIMIT 10`,
    ...(group
      ? [
          `SELECT ${group.name}, COUNT(*) AS n ${from} GROUP BY ${group.name} ORDER BY n DESC LIMIT 10`,
        ]
      : [`SELECT ${named[0]?.name} ${from} LIMIT 1`]),
  ];
  return statements.filter((sql) => attempt(() => compileSandbox(endpoint, endpoint.open, sql)));
}

function isPlain({ kind }: Type): boolean {
  return kind !== 'ARRAY' && kind !== 'STRUCT' && kind !== 'JSON';
}

function isGroupable({ type }: { readonly type: Type }): boolean {
  return isPlain(type) && type.kind !== 'FLOAT64';
}
