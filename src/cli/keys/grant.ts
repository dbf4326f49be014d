import { parseByteSize } from '#googlesql';
import type { KeyGrant } from '../../auth/keys/key-record.ts';
import { originFault } from '../../auth/origins.ts';

import type { Endpoint } from '../../endpoint/endpoint.ts';
import { parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { type PinnedProject, tenantPins } from '../../endpoint/names.ts';
import { UsageError } from '../command-error.ts';
import { readPins } from './pins.ts';

/** The options of `create`, as texts. */
export interface GrantOptions {
  readonly name: string;
  readonly endpoint?: readonly string[];
  readonly pin?: readonly string[];
  readonly redact?: boolean;
  readonly sandbox?: boolean;
  readonly metrics?: boolean;
  readonly secretStdin?: boolean;
  readonly origin?: readonly string[];
  readonly expires?: string;
  readonly maxBytes?: string;
  readonly dailyBytes?: string;
  readonly maxRunning?: string;
  readonly maxWaiting?: string;
  readonly requestsPerMinute?: string;
}

/** The parsed options of `create`, and notes for its user. */
export interface Grant {
  readonly grant: KeyGrant;
  readonly notes: readonly string[];
}

/** Parses the options of `create`; throws a `UsageError` for what no endpoint could apply. */
export function readGrant(
  options: GrantOptions,
  { endpoints, now, tenant }: PinnedProject & { readonly now: Date },
): Grant {
  const chosen = chosenEndpoints(options, endpoints);
  const runnable = endpoints.filter(({ name }) => chosen === undefined || chosen.includes(name));
  const { pins, notes } = readPins(options.pin ?? [], runnable, tenantPins({ endpoints, tenant }));
  const redact = options.redact ?? false;
  return {
    grant: {
      name: checkName(options.name),
      endpoints: chosen,
      pins,
      redact,
      sandbox: options.sandbox ?? !redact,
      metrics: options.metrics,
      origins: options.origin?.map(checkOrigin),
      expires: options.expires === undefined ? undefined : readExpiry(options.expires, now),
      maxBytes: readSize('--max-bytes', options.maxBytes),
      dailyBytes: readSize('--daily-bytes', options.dailyBytes),
      maxRunning: readCount('--max-running', options.maxRunning),
      maxWaiting: readCount('--max-waiting', options.maxWaiting),
      requestsPerMinute: readCount('--requests-per-minute', options.requestsPerMinute),
    },
    notes,
  };
}

function readSize(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const bytes = parseByteSize(text);
  if (bytes === undefined)
    throw new UsageError(`${option} must be like 10GB or 1TiB, not "${text}"`);
  return bytes;
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a whole number above 0, not "${text}"`);
}

function checkOrigin(origin: string): string {
  const fault = originFault(origin);
  if (fault !== undefined) throw new UsageError(`--origin "${origin}" ${fault}`);
  return origin;
}

function checkName(name: string): string {
  if (name.trim() === '') throw new UsageError('--name is empty: it says what the key is for');
  if (name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new UsageError('--name must be at most 100 characters on one line');
  }
  return name;
}

/** Undefined for all. A key of a scraper reads no logs unless it is told to. */
function chosenEndpoints(
  { endpoint, metrics }: GrantOptions,
  endpoints: readonly Endpoint[],
): readonly string[] | undefined {
  const names = endpoint ?? (metrics ? [] : undefined);
  return names && checkEndpoints(names, endpoints);
}

function checkEndpoints(
  names: readonly string[],
  endpoints: readonly Endpoint[],
): readonly string[] {
  const known = endpoints.map(({ name }) => name);
  for (const name of names) {
    if (!known.includes(name)) {
      throw new UsageError(`There is no endpoint "${name}"; known are ${known.join(', ')}`);
    }
  }
  return [...new Set(names)];
}

const MINUTE = 60_000;

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/** Latest possible expiry; later years do not have four digits. */
const LATEST = Date.UTC(9999, 11, 31);

/** Parses `--expires`: a time span from now, or a date. */
function readExpiry(text: string, now: Date): Date {
  const expires = spanEnd(text, now) ?? momentOf(text);
  if (expires === undefined || !(expires <= LATEST)) {
    throw new UsageError(`--expires "${text}" must be like 30d, 12h, 45m, 2w or 2030-01-31`);
  }
  if (expires <= now.getTime()) throw new UsageError(`--expires "${text}" is not in the future`);
  return new Date(expires);
}

function spanEnd(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : now.getTime() + Number(count) * (UNITS[unit] ?? 0);
}

function momentOf(text: string): number | undefined {
  const micros = parseIsoTimestamp(text);
  return micros === undefined ? undefined : Number(micros / 1_000n);
}
