import type { Type } from '../../types.ts';
import type { ResolvedExpression } from './resolved.ts';

/** A struct that is written out; without a type of its own its fields take other types as literals do. */
export interface MakeStruct {
  readonly kind: 'struct';
  readonly type: Type;
  readonly explicit?: boolean;
  readonly fields: readonly ResolvedExpression[];
}

/** An array that is written out; without a type of its own its items take other types as literals do. */
export interface MakeArray {
  readonly kind: 'array';
  readonly type: Type;
  readonly explicit?: boolean;
  readonly items: readonly ResolvedExpression[];
}
