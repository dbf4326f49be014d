/** A quoted DuckDB identifier. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A DuckDB VARCHAR literal; NUL, which quotes cannot contain, is written as `chr(0)`. */
export function quoteText(text: string): string {
  if (!text.includes('\0')) return quoted(text);
  return `(${text.split('\0').map(quoted).join(' || chr(0) || ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
