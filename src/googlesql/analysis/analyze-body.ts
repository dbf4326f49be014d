import type { Expression } from '../syntax/tree/ast.ts';
import type { Table } from '../table.ts';
import type { Type } from '../types.ts';
import { environmentOf, newSession } from './analyze.ts';
import { resolveApart, rowContext } from './names/context.ts';
import { NameList, Scope } from './names/names.ts';
import type { ResolvedExpression } from './resolved/resolved.ts';

/** The arguments and tables that the body of a function is resolved against. */
interface BodyOptions {
  readonly arguments: readonly { readonly name: string; readonly type: Type }[];
  readonly tables: ReadonlyMap<string, Table>;
}

/** Resolves the body of a function. Throws a `SqlError` for what GoogleSQL refuses. */
export function analyzeBody(body: Expression, options: BodyOptions): ResolvedExpression {
  const session = newSession({ parameters: new Map() });
  const names = new NameList();
  for (const { name, type } of options.arguments) {
    names.addColumn(name, session.newColumn(name, type));
  }
  const environment = environmentOf(session, options.tables);
  const scope = new Scope(names, undefined);
  return resolveApart(
    body,
    rowContext(environment, scope, 'SQL function body for non-AGGREGATE function'),
  ).expression;
}
