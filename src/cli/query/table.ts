/** Longer cells are truncated: nested values would push the others off the screen. */
const MAX_CELL = 60;

/** Rows as a text table; `-` stands for NULL. */
export function formatTable(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return '(no rows)\n';
  const table = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0)));
  const lines = table.map((line) =>
    line.map((text, at) => text.padEnd(widths[at] ?? 0)).join('  '),
  );
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Replaces control characters: rows contain logged data, which must not control the terminal. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const printable = text.replace(/\p{Cc}/gu, ' ');
  return printable.length > MAX_CELL ? `${printable.slice(0, MAX_CELL - 1)}…` : printable;
}
