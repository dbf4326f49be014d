import { parseArgs } from 'node:util';
import type { KeyGrant } from '../../auth/keys/key-record.ts';
import { parseByteSize } from '../../config/byte-size.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { tenantParameters } from '../../endpoint/tenant-pins.ts';
import { originFault } from '../../origins.ts';
import { UsageError } from '../command-error.ts';
import { readExpiry } from './expiry.ts';
import { readPins } from './pins.ts';

/** The parsed options of `create`, and notes for its user. */
export interface Grant {
  readonly grant: KeyGrant;
  readonly notes: readonly string[];
  /** Whether the secret is an existing one, read from standard input. */
  readonly adopts: boolean;
}

/** Parses the options of `create`; throws a `UsageError` for what no endpoint could apply. */
export function readGrant(
  args: readonly string[],
  { endpoints, now }: { readonly endpoints: readonly Endpoint[]; readonly now: Date },
): Grant {
  const options = parseOptions(args);
  const chosen = chosenEndpoints(options, endpoints);
  const runnable = endpoints.filter(({ name }) => chosen === undefined || chosen.includes(name));
  const { pins, notes } = readPins(options.pin ?? [], runnable, tenantParameters(endpoints));
  const redact = options.redact ?? false;
  return {
    grant: {
      name: checkName(options.name),
      endpoints: chosen,
      pins,
      redact,
      sandbox: mayUseSandbox(options, redact),
      metrics: options.metrics,
      origins: options.origin?.map(checkOrigin),
      expires: options.expires === undefined ? undefined : readExpiry(options.expires, now),
      maxBytes: readSize('--max-bytes', options['max-bytes']),
      dailyBytes: readSize('--daily-bytes', options['daily-bytes']),
      maxRunning: readCount('--max-running', options['max-running']),
      maxWaiting: readCount('--max-waiting', options['max-waiting']),
      requestsPerMinute: readCount('--requests-per-minute', options['requests-per-minute']),
    },
    notes,
    adopts: options['secret-stdin'] ?? false,
  };
}

function mayUseSandbox(
  options: { readonly sandbox?: boolean; readonly 'no-sandbox'?: boolean },
  redact: boolean,
): boolean {
  const { sandbox, 'no-sandbox': noSandbox } = options;
  if (sandbox && noSandbox) {
    throw new UsageError('--sandbox and --no-sandbox exclude each other');
  }
  return sandbox ?? !(noSandbox ?? redact);
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        name: { type: 'string' },
        endpoint: { type: 'string', multiple: true },
        pin: { type: 'string', multiple: true },
        redact: { type: 'boolean' },
        sandbox: { type: 'boolean' },
        'no-sandbox': { type: 'boolean' },
        metrics: { type: 'boolean' },
        'secret-stdin': { type: 'boolean' },
        origin: { type: 'string', multiple: true },
        expires: { type: 'string' },
        'max-bytes': { type: 'string' },
        'daily-bytes': { type: 'string' },
        'max-running': { type: 'string' },
        'max-waiting': { type: 'string' },
        'requests-per-minute': { type: 'string' },
      },
    }).values;
  } catch (cause) {
    throw UsageError.of(cause);
  }
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

function checkName(name: string | undefined): string {
  if (name === undefined || name.trim() === '') {
    throw new UsageError('--name NAME is missing: it says what the key is for');
  }
  if (name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new UsageError('--name must be at most 100 characters on one line');
  }
  return name;
}

/** Undefined for all. A key of a scraper reads no logs unless it is told to. */
function chosenEndpoints(
  { endpoint, metrics }: ReturnType<typeof parseOptions>,
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
