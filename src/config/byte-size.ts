const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

const SIZE = /^(\d+(?:\.\d+)?) ?([KMGT]i?B|B)$/i;

/** The bytes in a text like `10GB` or `1.5 TiB`; undefined for any other text. */
export function parseByteSize(text: string): number | undefined {
  const [, amount = '', unit = ''] = SIZE.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

/** Bytes in human-readable decimal units: `10 GB`, `1.5 TB`. */
export function formatByteSize(bytes: number): string {
  const unit = ['TB', 'GB', 'MB', 'KB'].find((name) => bytes >= (UNITS[name] ?? 1)) ?? 'B';
  return `${Number((bytes / (UNITS[unit] ?? 1)).toFixed(2))} ${unit}`;
}
