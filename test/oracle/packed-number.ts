/** NUMERIC, BIGNUMERIC and INTERVAL as the bytes of the reference's protocol. */

/** How many digits behind the point the integers of the protocol hold. */
export const SCALE_OF = { NUMERIC: 9, BIGNUMERIC: 38 } as const;

/** Decimal text without trailing zeros from a little-endian two's complement integer. */
export function decimalText(bytes: Buffer, scale: number): string {
  const scaled = readSigned(bytes);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return (scaled < 0n ? '-' : '') + digits.slice(0, -scale) + (fraction && `.${fraction}`);
}

/** The little-endian two's complement integer of decimal text. */
export function packDecimal(text: string, scale: number): Buffer {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const magnitude = BigInt(whole + fraction.padEnd(scale, '0'));
  const bytes = Buffer.alloc(33);
  let rest = BigInt.asUintN(264, text.startsWith('-') ? -magnitude : magnitude);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return trimSign(bytes);
}

/** The protocol wants the shortest form that keeps the sign. */
function trimSign(bytes: Buffer): Buffer {
  let length = bytes.length;
  while (length > 1) {
    const last = bytes[length - 1];
    const isNegative = ((bytes[length - 2] ?? 0) & 0x80) !== 0;
    if (last !== (isNegative ? 0xff : 0)) break;
    length -= 1;
  }
  return bytes.subarray(0, length);
}

function readSigned(bytes: Buffer): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i -= 1) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return BigInt.asIntN(bytes.length * 8, value);
}

/** `Y-M D H:M:S[.ffffff]` from 64 bits of microseconds, 32 of days, and months above 11 bits of nanoseconds. */
export function intervalText(bytes: Buffer): string {
  const micros = bytes.readBigInt64LE(0);
  const days = bytes.readInt32LE(8);
  return intervalParts(intervalMonths(bytes.readUInt32LE(12)), days, micros);
}

/** `Y-M D H:M:S[.ffffff]`. */
export function intervalParts(months: number, days: number, micros: bigint): string {
  const size = Math.abs(months);
  return `${months < 0 ? '-' : ''}${Math.floor(size / 12)}-${size % 12} ${days} ${clock(micros)}`;
}

/** The 16 bytes of `Y-M D H:M:S[.ffffff]`. */
export function packInterval(text: string): Buffer {
  const match = /^(-?)(\d+)-(\d+) (-?\d+) (-?)(\d+):(\d+):(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`Cannot read the interval "${text}"`);
  const [, sign, years, months, days, timeSign, hours, minutes, seconds, fraction = ''] = match;
  const time = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const micros = BigInt(time) * 1_000_000n + BigInt(fraction.padEnd(6, '0') || 0);
  const allMonths = (sign ? -1 : 1) * (Number(years) * 12 + Number(months));
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64LE(timeSign ? -micros : micros, 0);
  bytes.writeInt32LE(Number(days), 8);
  const negative = allMonths < 0 ? 0x80000000 : 0;
  bytes.writeUInt32LE((negative + Math.abs(allMonths) * 2 ** 13) >>> 0, 12);
  return bytes;
}

/** Sign, 18 bits of months, and 13 bits for nanoseconds, which are always 0 here. */
function intervalMonths(packed: number): number {
  const months = (packed & 0x7fffffff) >>> 13;
  return packed >= 0x80000000 ? -months : months;
}

function clock(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const seconds = size / 1_000_000n;
  const fraction = size % 1_000_000n;
  const tail = fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`;
  const sign = micros < 0n ? '-' : '';
  return `${sign}${seconds / 3600n}:${(seconds / 60n) % 60n}:${seconds % 60n}${tail}`;
}
