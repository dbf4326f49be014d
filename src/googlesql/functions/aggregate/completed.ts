import { bind } from '../core/lowering.ts';
import type { LoweredCall } from '../core/signatures/signature.ts';
import { type Sql, sql } from '../core/sql.ts';

/** A macro over aggregates. SAFE catches its errors, within a lambda: DuckDB has no TRY around aggregates. */
export function completed(call: LoweredCall, macro: string, parts: readonly Sql[]): Sql {
  const complete = (names: readonly Sql[]) => sql`${macro}(${names})`;
  if (!call.aggregate?.safe) return complete(parts);
  return bind({ arguments: parts, literals: [] }, (names) => sql`TRY(${complete(names)})`);
}
