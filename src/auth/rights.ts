import { z } from 'zod';
import { ORIGIN_ENTRY } from './origins.ts';

/** A text with at least one character. */
export const notEmpty = z.string().min(1, 'must not be empty');

const bytes = z.int().positive();

const count = z.int().positive();

/** What a key or a token allows. */
export const RIGHTS = z.strictObject({
  /** Names of the endpoints that may be run; absent: all. */
  endpoints: z
    .array(notEmpty)
    .refine((names) => new Set(names).size === names.length, 'names an endpoint twice')
    .optional(),
  /** Fixed arguments, by REST parameter name. */
  pins: z.record(z.string(), notEmpty).default({}),
  redact: z.boolean().default(false),
  // Off by default, so that an omission never grants a right.
  sandbox: z.boolean().default(false),
  /** Whether the service's metrics may be read. */
  metrics: z.boolean().optional(),
  /** Origins of browser pages that may send the key; absent: any. */
  origins: z.array(ORIGIN_ENTRY).optional(),
  /** Bytes that one query may be billed for; absent: the endpoint's limit. */
  maxBytes: bytes.optional(),
  /** Bytes that all queries of a UTC day may be billed for. */
  dailyBytes: bytes.optional(),
  /** Queries that run at the same time; absent: the engine's limit per key. */
  maxRunning: count.optional(),
  /** Queries that wait in the queue; absent: the engine's limit per key. */
  maxWaiting: count.optional(),
  requestsPerMinute: count.optional(),
});

/** Validated rights. */
export type Rights = Readonly<z.output<typeof RIGHTS>>;
