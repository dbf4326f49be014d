import type { StatementContract } from './check-statement.ts';

/** What the warehouse says of every stored statement, by endpoint and by statement. */
export type WarehouseLock = Readonly<Record<string, Readonly<Record<string, StatementContract>>>>;

/** The text of `schema/warehouse.lock.json`. */
export function printLock(lock: WarehouseLock): string {
  return `${JSON.stringify(lock, undefined, 2)}\n`;
}

/** Where two answers of the warehouse differ: `logs.all, open, columns.id: "STRING" became "INT64"`. */
export function lockDrift(before: WarehouseLock, after: WarehouseLock): readonly string[] {
  const [left, right] = [flatten(before), flatten(after)];
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  return names.flatMap((name) => {
    const [was, is] = [left.get(name), right.get(name)];
    return was === is ? [] : [`${name}: ${was ?? 'nothing'} became ${is ?? 'nothing'}`];
  });
}

function flatten(lock: WarehouseLock): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const [endpoint, statements] of Object.entries(lock)) {
    for (const [statement, contract] of Object.entries(statements)) {
      for (const [path, fact] of factsOf(contract)) {
        facts.set(`${endpoint}, ${statement}, ${path}`, JSON.stringify(fact));
      }
    }
  }
  return facts;
}

function factsOf({
  statementType,
  columns,
  parameters,
  tables,
}: StatementContract): readonly (readonly [string, unknown])[] {
  return [
    ['statement type', statementType],
    ...Object.entries(columns).map(([name, type]) => [`column ${name}`, type] as const),
    ['order of columns', Object.keys(columns)],
    ...Object.entries(parameters).map(([name, type]) => [`parameter ${name}`, type] as const),
    ['tables', tables],
  ];
}
