const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The seconds of a text like `15m`, in `s`, `m`, `h` or `d`; undefined for any other text, and for none. */
export function parseDuration(text: string): number | undefined {
  const [, amount = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const seconds = Number(amount) * (SECONDS[unit] ?? Number.NaN);
  return seconds > 0 ? seconds : undefined;
}

const BYTES: Readonly<Record<string, number>> = {
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

/** The bytes in a text like `10GB` or `1.5 TiB`; undefined for any other text, and for none. */
export function parseByteSize(text: string): number | undefined {
  const [, amount = '', unit = ''] = SIZE.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(amount) * (BYTES[unit.toUpperCase()] ?? Number.NaN));
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}
