import type { ENGINE_FUNCTIONS } from '../../../googlesql/index.ts';

/** What an implementation takes and gives for a type. */
export interface Values {
  readonly BYTES: Uint8Array;
  readonly STRING: string;
  readonly INT64: bigint;
  readonly BOOL: boolean;
}

type Functions = typeof ENGINE_FUNCTIONS;

type Arguments<Kinds extends readonly (keyof Values)[]> = {
  [Index in keyof Kinds]: Values[Kinds[Index]];
};

/** A function of the engine for every one that printed SQL may call; none ever sees a NULL. */
export type Implementations = {
  readonly [Name in keyof Functions]: (
    ...values: Arguments<Functions[Name]['parameters']>
  ) => Values[Functions[Name]['result']] | null;
};
