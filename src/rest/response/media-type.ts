import { LRUCache } from 'lru-cache';
import { FieldstoneError } from '../../errors.ts';
import { listMembers } from '../../request/headers.ts';
import {
  CSV_FORMAT,
  type Format,
  JSON_COLUMNS_FORMAT,
  JSON_FORMAT,
  NDJSON_FORMAT,
  SAFE_CSV_FORMAT,
} from '../../values/formats.ts';
import { getOrInsertComputed } from '../../values/memory.ts';

/** Offered formats, in order of preference among those that a client wants equally. */
const OFFERS: readonly (readonly [type: string, subtype: string, Format])[] = [
  ['application', 'json', JSON_FORMAT],
  ['text', 'csv', CSV_FORMAT],
  ['application', 'x-ndjson', NDJSON_FORMAT],
];

/** A media range in `Accept`. */
interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly weight: number;
  /** How much of the type it names: 0 for any type, 2 for a type and subtype. */
  readonly specificity: number;
  readonly isSafe: boolean;
  readonly hasColumns: boolean;
}

const formats = new LRUCache<string, Format>({
  max: 200,
  maxSize: 40_000,
  sizeCalculation: (_, header) => header.length,
});

/**
 * The best format for an `Accept` header (RFC 9110 §12.5.1).
 *
 * JSON if the header names nothing that is offered: many clients send an odd value and read JSON. Throws
 * `NOT_ACCEPTABLE` only if JSON is excluded with `q=0` and nothing else matches.
 */
export function acceptedFormat(header: string | undefined): Format {
  if (!header || header === '*/*' || header === 'application/json') return JSON_FORMAT;
  return getOrInsertComputed(formats, header, negotiate);
}

function negotiate(header: string): Format {
  const ranges = listMembers(header).flatMap((member) => readRange(member) ?? []);
  let best: (MediaRange & { readonly format: Format }) | undefined;
  for (const [type, subtype, format] of OFFERS) {
    const range = mostSpecific(ranges, type, subtype);
    if (!range || range.weight === 0 || (best && !isWantedMore(range, best))) continue;
    best = { ...range, format };
  }
  if (best) return variantOf(best.format, best);
  if (mostSpecific(ranges, 'application', 'json')?.weight !== 0) return JSON_FORMAT;
  throw new FieldstoneError(
    'NOT_ACCEPTABLE',
    'Offered are application/json, text/csv and application/x-ndjson, of which Accept takes none',
  );
}

/** The format with what the parameters of its range ask for. */
function variantOf(format: Format, { hasColumns, isSafe }: MediaRange): Format {
  if (format === CSV_FORMAT && isSafe) return SAFE_CSV_FORMAT;
  return format === JSON_FORMAT && hasColumns ? JSON_COLUMNS_FORMAT : format;
}

/** By weight; at equal weights a client that names a type wants it more than what its wildcard covers. */
function isWantedMore(range: MediaRange, than: MediaRange): boolean {
  return range.weight === than.weight
    ? range.specificity > than.specificity
    : range.weight > than.weight;
}

/** The range that applies to a type: the most specific one that matches. */
function mostSpecific(
  ranges: readonly MediaRange[],
  type: string,
  subtype: string,
): MediaRange | undefined {
  return (
    ranges.find((range) => range.type === type && range.subtype === subtype) ??
    ranges.find((range) => range.type === type && range.subtype === '*') ??
    ranges.find((range) => range.type === '*' && range.subtype === '*')
  );
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function readRange(member: string): MediaRange | undefined {
  const [name = '', ...parameters] = member.split(';').map((part) => part.trim().toLowerCase());
  const [type, subtype] = name.split('/');
  if (!type || !subtype) return undefined;
  const values = new Map(
    parameters.map((parameter) => {
      const [key = '', value = ''] = parameter.split('=', 2).map((part) => part.trim());
      return [key, value.replaceAll('"', '')] as const;
    }),
  );
  const q = values.get('q') ?? '1';
  // Present with any other value, also an empty one, it is on.
  const isOn = (name: string) => !['false', '0'].includes(values.get(name) ?? 'false');
  return {
    type,
    subtype,
    weight: WEIGHT.test(q) ? Number(q) : 1,
    specificity: Number(type !== '*') + Number(subtype !== '*'),
    isSafe: isOn('safe'),
    hasColumns: isOn('columns'),
  };
}
