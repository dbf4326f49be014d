/** Longer cells are truncated: nested values would push the others off the screen. */
const MAX_CELL = 60;

/** Rows as a text table; `-` stands for NULL. */
export function formatTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return '(no rows)\n';
  const table = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  return `${alignColumns(table).join('\n')}\n`;
}

/** Lines of cells of the same width in each column. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const padded = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return padded.map((row) => row.join('  ').trimEnd());
}

/** Replaces control characters: rows contain logged data, which must not control the terminal. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const printable = text.replace(/\p{Cc}/gu, ' ');
  return printable.length > MAX_CELL ? `${printable.slice(0, MAX_CELL - 1)}…` : printable;
}
