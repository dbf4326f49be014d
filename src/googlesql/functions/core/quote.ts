/** A quoted DuckDB identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * A DuckDB VARCHAR literal; quotes cannot contain NUL, which is written as `chr(0)` between texts. One call joins them,
 * since DuckDB bounds how deep expressions nest.
 */
export function quoteText(text: string): string {
  if (!text.includes('\0')) return quoted(text);
  return `concat_ws(chr(0), ${text.split('\0').map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
