/**
 * The value of an expression, or NULL where it fails.
 *
 * DuckDB computes what two expressions of a SELECT have in common before either of them, and so outside their TRY; into
 * a lambda it does not look.
 */
export function lowerAttempt(sql: string): string {
  return `list_transform([0], lambda once: TRY(${sql}))[1]`;
}
