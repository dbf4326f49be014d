import { bind } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';

/** A macro over aggregates. SAFE catches its errors, within a lambda: DuckDB has no TRY around aggregates. */
export function completed(call: LoweredCall, macro: string, parts: readonly string[]): string {
  const text = (names: readonly string[]) => `${macro}(${names.join(', ')})`;
  if (!call.aggregate?.safe) return text(parts);
  return bind({ arguments: parts, literals: [] }, (names) => `TRY(${text(names)})`);
}
