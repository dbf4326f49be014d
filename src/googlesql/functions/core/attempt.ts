/**
 * The value of an expression, or NULL if it fails.
 *
 * DuckDB computes common subexpressions of a SELECT first, and so outside their TRY; it does not do so inside a lambda.
 */
export function lowerAttempt(sql: string): string {
  return `list_transform([0], lambda once: TRY(${sql}))[1]`;
}
