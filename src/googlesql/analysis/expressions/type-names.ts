import { SqlError } from '../../sql-error.ts';
import type { TypeName } from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, type ScalarKind, structOf, type Type } from '../../types.ts';

/** The type that a written type names; length and precision are not kept. */
export function resolveTypeName(node: TypeName): Type {
  if (node.kind === 'array_type') {
    const element = resolveTypeName(node.element);
    if (element.kind === 'ARRAY') throw new SqlError('Arrays of arrays are not supported', node.at);
    return arrayOf(element);
  }
  if (node.kind === 'struct_type') {
    return structOf(
      node.fields.map(({ name, type }) => ({
        name: name?.name ?? '',
        type: resolveTypeName(type),
      })),
    );
  }
  const scalar: Type | undefined = SCALARS[node.name.toUpperCase() as ScalarKind];
  if (scalar) return scalar;
  throw new SqlError(`Type not found: ${node.name}`, node.at);
}
