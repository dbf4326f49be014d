import { SCALARS, type ScalarKind, type Type } from '../../googlesql/index.ts';

/** The types by which tenants may be told apart. */
export type TenantKind = Extract<ScalarKind, 'STRING' | 'INT64' | 'DATE' | 'BYTES' | 'BOOL'>;

const KINDS: readonly TenantKind[] = ['STRING', 'INT64', 'DATE', 'BYTES', 'BOOL'];

/** The parameter that carries a pinned tenant as a value of a type: `pin` itself for STRING, `<pin>_int64` for INT64. */
export function pinParameter(pin: string, kind: TenantKind): string {
  return kind === 'STRING' ? pin : `${pin}_${kind.toLowerCase()}`;
}

/** All parameters that may carry a pinned tenant, with their types. */
export function pinParameters(pin: string): readonly (readonly [string, Type])[] {
  return KINDS.map((kind) => [pinParameter(pin, kind), SCALARS[kind]]);
}
