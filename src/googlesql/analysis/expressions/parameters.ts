import { SqlError } from '../../sql-error.ts';
import type { Parameter } from '../../syntax/tree/ast.ts';
import type { Session } from '../names/context.ts';
import type { ResolvedExpression } from '../resolved/resolved.ts';

/** `@name`: a declared parameter. */
export function resolveParameter(node: Parameter, session: Session): ResolvedExpression {
  const name = node.name.toLowerCase();
  const type = session.parameters.get(name);
  if (!type) throw new SqlError(`Query parameter '${node.name}' not found`, node.at);
  session.usedParameters.add(name);
  return { kind: 'parameter', type, name };
}
