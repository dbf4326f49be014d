import type { KeyRecord } from '../../auth/keys/key-record.ts';
import { formatByteSize } from '../../config/byte-size.ts';
import { alignColumns } from '../query/table.ts';

const HEADINGS = [
  'ID',
  'NAME',
  'CREATED',
  'EXPIRES',
  'ENDPOINTS',
  'PINS',
  'REDACT',
  'SANDBOX',
  'METRICS',
  'ORIGINS',
  'QUERY BYTES',
  'DAILY BYTES',
  'RUNNING',
  'WAITING',
  'PER MINUTE',
];

/** The keys as lines of a table with headings. */
export function listKeys(keys: readonly KeyRecord[], now: Date): readonly string[] {
  return alignColumns([HEADINGS, ...keys.map((key) => cells(key, now))]);
}

function cells(key: KeyRecord, now: Date): readonly string[] {
  return [
    key.id,
    key.name,
    minute(key.created),
    expiry(key.expires, now),
    key.endpoints?.join(',') ?? 'all',
    Object.entries(key.pins)
      .map(([name, value]) => `${name}=${value}`)
      .join(',') || '-',
    key.redact ? 'yes' : 'no',
    key.sandbox ? 'yes' : 'no',
    key.metrics ? 'yes' : 'no',
    key.origins?.join(',') ?? 'any',
    size(key.maxBytes),
    size(key.dailyBytes),
    ...[key.maxRunning, key.maxWaiting, key.requestsPerMinute].map((count) => `${count ?? '-'}`),
  ].map(printable);
}

function expiry(expires: string | undefined, now: Date): string {
  if (expires === undefined) return 'never';
  return Date.parse(expires) > now.getTime() ? minute(expires) : `${minute(expires)} (expired)`;
}

function size(bytes: number | undefined): string {
  return bytes === undefined ? '-' : formatByteSize(bytes);
}

function minute(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')}Z`;
}

/** Replaces control characters: the file may have been edited by hand, and they must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
