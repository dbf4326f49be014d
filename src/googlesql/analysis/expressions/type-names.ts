import { SqlError } from '../../sql-error.ts';
import type { TypeName } from '../../syntax/tree/ast.ts';
import { arrayOf, SCALARS, type ScalarKind, structOf, type Type } from '../../types.ts';

/** The type that a type name denotes; a length or precision, where allowed, is handled by `typeLimit`. */
export function resolveTypeName(node: TypeName, limits: 'refused' | 'allowed' = 'refused'): Type {
  if (node.kind === 'scalar' && node.parameters.length > 0 && limits === 'refused') {
    throw new SqlError('Parameterized types are not supported here', node.at);
  }
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
