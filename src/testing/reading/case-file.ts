import { z } from 'zod';
import { jsonExcerpt } from '#googlesql';
import { ISO_TIMESTAMP_HINT, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { STATUS } from '../../errors.ts';

const moment = z.string(`must be ${ISO_TIMESTAMP_HINT}`).transform((text, context): bigint => {
  const micros = parseIsoTimestamp(text);
  if (micros !== undefined) return micros;
  context.addIssue(`must be ${ISO_TIMESTAMP_HINT}`);
  return z.NEVER;
});

const code = z.string().refine((text): text is keyof typeof STATUS => Object.hasOwn(STATUS, text), {
  error: ({ input }) =>
    `${jsonExcerpt(input)} is no code of an error: there are ${Object.keys(STATUS).join(', ')}`,
});

/** Rows are read later, by the types of their columns. */
const rows = z.array(z.unknown(), 'must be a list of rows');

/** The schema of the file of a case. It does not require `rows` or `error`, which a question to be recorded may lack. */
export const CASE_FILE = z.strictObject(
  {
    $schema: z.string('must be text').optional(),
    /** Text for its readers, or a list of lines. */
    note: z.union([z.string(), z.array(z.string())], 'must be text, or a list of lines').optional(),
    /** The time at which the endpoint runs; the present without it. */
    now: moment.optional(),
    /** By REST name. */
    arguments: z.record(z.string(), z.unknown(), 'must be an object').default({}),
    /** As a key fixes them: numbers stand for their text. */
    pins: z.record(z.string(), z.unknown(), 'must be an object').default({}),
    /** Rows by table; the project's own data without it. */
    tables: z.record(z.string(), z.unknown(), 'must be an object of tables').optional(),
    /** SQL of a caller, over the endpoint's views. */
    sql: z.string('must be text').min(1, 'must not be empty').optional(),
    /** As on the REST path: `-price,title`. */
    orderBy: z.string('must be text: "-price,title"').optional(),
    limit: z.int('must be a whole number').optional(),
    /** What the endpoint answers. */
    rows: rows.optional(),
    /** The code of the error that it answers, in place of rows. */
    error: code.optional(),
    /** Whether rows have an order although the query does not prove one. */
    ordered: z.boolean('must be true or false').optional(),
    /** How far two FLOAT64 may lie apart, as a part of the larger one, or of 1 if both are below it. */
    tolerance: z.number('must be a number').nonnegative('must not be negative').default(1e-9),
  },
  {
    error: ({ code: kind }) =>
      kind === 'unrecognized_keys'
        ? 'is no member of a case: there are now, arguments, pins, tables, sql, orderBy, limit, rows, error, ordered, tolerance, note'
        : 'a case is an object',
  },
);

/** What the file of a case says. */
export type CaseFile = z.output<typeof CASE_FILE>;
