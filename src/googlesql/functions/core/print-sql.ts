import { Mark, type Printing } from './marks.ts';
import { isList, type Part, Sql } from './sql.ts';

/** Prints SQL, in a loop, so that deep trees need no deep stack; with the parameters that occur in it, in order. */
export function printSql(root: Sql): { readonly sql: string; readonly parameters: string[] } {
  const printing: Printing = { parameters: new Set(), variables: [] };
  const rest: Part[] = [root];
  let printed = '';
  while (rest.length > 0) {
    const part = rest.pop();
    if (part instanceof Sql) {
      printed += part.texts[0];
      pushParts(rest, part);
    } else if (isList(part)) pushItems(rest, part);
    else printed += part instanceof Mark ? part.print(printing) : (part ?? 'NULL');
  }
  return { sql: printed, parameters: [...printing.parameters] };
}

function pushParts(rest: Part[], { texts, parts }: Sql): void {
  for (let i = parts.length; i > 0; i -= 1) rest.push(texts[i], parts[i - 1]);
}

function pushItems(rest: Part[], items: readonly Part[]): void {
  for (let i = items.length - 1; i > 0; i -= 1) rest.push(items[i], ', ');
  if (items.length > 0) rest.push(items[0]);
}

/** How often a part occurs in SQL. */
export function occurrences(part: Part, sought: Sql): number {
  if (part === sought) return 1;
  const parts = part instanceof Sql ? part.parts : isList(part) ? part : [];
  return parts.reduce((count: number, own) => count + occurrences(own, sought), 0);
}

/** SQL with another part in the place of each volatile function. */
export function replaceVolatile(sql: Sql, replace: (call: Sql) => Sql): Sql {
  if (!sql.isVolatile) return sql;
  if (sql.parts.length === 0) return replace(sql);
  const replaced = (part: Part): Part => {
    if (part instanceof Sql) return replaceVolatile(part, replace);
    return isList(part) ? part.map(replaced) : part;
  };
  return sql.withParts(sql.parts.map(replaced));
}
