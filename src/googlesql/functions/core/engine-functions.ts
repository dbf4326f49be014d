import type { ScalarKind } from '../../types.ts';

/** The types of a function that an engine provides. */
export interface EngineFunction {
  readonly parameters: readonly ScalarKind[];
  readonly result: ScalarKind;
}

/**
 * The functions that generated SQL calls and DuckDB does not have: an engine registers them before the prelude, under
 * these names. Each is NULL where an argument is, and raises an error with "GoogleSQL: " before its message.
 */
export const ENGINE_FUNCTIONS = {
  gsql_farm_fingerprint: { parameters: ['BYTES'], result: 'INT64' },
  gsql_normalize: { parameters: ['STRING', 'STRING'], result: 'STRING' },
  gsql_public_suffix: { parameters: ['STRING'], result: 'STRING' },
  gsql_registered_domain: { parameters: ['STRING'], result: 'STRING' },
  gsql_search: { parameters: ['STRING', 'STRING'], result: 'BOOL' },
  gsql_sha512: { parameters: ['BYTES'], result: 'BYTES' },
} as const satisfies Readonly<Record<string, EngineFunction>>;
