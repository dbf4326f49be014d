/** Escapes DuckDB's wildcards in a path. */
export function globbed(path: string): string {
  return path.replace(/[[*?]/g, (wildcard) => `[${wildcard}]`);
}
