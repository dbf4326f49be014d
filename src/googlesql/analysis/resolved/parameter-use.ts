import type { Type } from '../../types.ts';

/** One place of a parameter that nobody declared, and the types that the expression around it gives. */
export interface ParameterUse {
  /** In lower case. */
  readonly name: string;
  readonly at: number;
  readonly types: GivenType[];
}

/** A type that a use gives. */
export interface GivenType {
  readonly type: Type;
  /** Set where only constants without a type of their own are beside the parameter: whether they coerce to a type. */
  readonly accepts: ((type: Type) => boolean) | undefined;
}
