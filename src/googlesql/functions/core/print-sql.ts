import { type Printing, Sql } from './sql.ts';

/** Prints SQL, in a loop, so that deep trees need no deep stack; with the parameters that occur in it, in order. */
export function printSql(root: Sql): { readonly sql: string; readonly parameters: string[] } {
  const printing: Printing = { parameters: new Set(), variables: [] };
  const rest: Sql['pieces'][number][] = [root];
  let printed = '';
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') printed += next;
    else if (!(next instanceof Sql)) printed += next.print(printing);
    else {
      const { texts, pieces } = next;
      printed += texts[0];
      for (let i = pieces.length; i > 0; i -= 1) rest.push(texts[i] ?? '', pieces[i - 1] ?? '');
    }
  }
  return { sql: printed, parameters: [...printing.parameters] };
}

/** How often a part occurs in SQL. */
export function occurrences({ pieces }: Sql, part: Sql): number {
  let count = 0;
  for (const piece of pieces) {
    if (piece === part) count += 1;
    else if (piece instanceof Sql) count += occurrences(piece, part);
  }
  return count;
}

/** SQL with another part in the place of each volatile function. */
export function replaceVolatile(sql: Sql, replace: (call: Sql) => Sql): Sql {
  if (!sql.has('volatile')) return sql;
  if (sql.pieces.length === 0) return replace(sql);
  return sql.withPieces(
    sql.pieces.map((piece) => (piece instanceof Sql ? replaceVolatile(piece, replace) : piece)),
  );
}
