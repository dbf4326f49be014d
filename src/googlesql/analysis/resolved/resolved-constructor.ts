import type { Type } from '../../types.ts';
import type { ResolvedExpression } from './resolved.ts';

/** A struct constructor; without an explicit type, its fields coerce as literals do. */
export interface MakeStruct {
  readonly kind: 'struct';
  readonly type: Type;
  readonly explicit?: boolean;
  readonly fields: readonly ResolvedExpression[];
}

/** An array constructor; without an explicit type, its items coerce as literals do. */
export interface MakeArray {
  readonly kind: 'array';
  readonly type: Type;
  readonly explicit?: boolean;
  readonly items: readonly ResolvedExpression[];
}
