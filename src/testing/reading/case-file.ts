import { z } from 'zod';
import { jsonExcerpt } from '#googlesql';
import { ISO_TIMESTAMP_HINT, parseIsoTimestamp } from '../../endpoint/iso-timestamp.ts';
import { STATUS } from '../../errors.ts';
import { mayHaveLostDigits } from '../../execution/arguments/scalar-texts.ts';

const moment = z.string().transform((text, context): bigint => {
  const micros = parseIsoTimestamp(text);
  if (micros !== undefined) return micros;
  context.addIssue(`must be ${ISO_TIMESTAMP_HINT}`);
  return z.NEVER;
});

const code = z.string().refine((text): text is keyof typeof STATUS => Object.hasOwn(STATUS, text), {
  error: ({ input }) =>
    `${jsonExcerpt(input)} is no code of an error: there are ${Object.keys(STATUS).join(', ')}`,
});

const row = z.record(z.string(), z.unknown(), 'must be an object with a member for each column');
const rows = z.array(row, 'must be a list of rows');

const MEMBERS = z.strictObject(
  {
    $schema: z.string().optional(),
    /** Whatever its readers should know. */
    note: z.union([z.string(), z.array(z.string())], 'must be text, or lines of it').optional(),
    /** The time at which the endpoint runs; the present without it. */
    now: moment.optional(),
    /** By REST name. */
    arguments: z.record(z.string(), z.unknown(), 'must be an object').default({}),
    /** As a key fixes them. */
    pins: z
      .record(
        z.string(),
        z
          .union([z.string(), z.number(), z.boolean()], 'must be text')
          .refine((value) => typeof value !== 'number' || !mayHaveLostDigits(value), {
            error: 'must be text where a number has more digits than JSON holds exactly',
          })
          .transform(String),
        'must be an object',
      )
      .default({}),
    /** Rows by table; the project's own data without it. */
    tables: z.record(z.string(), rows, 'must be an object of tables').optional(),
    /** SQL of a caller, over the endpoint's views. */
    sql: z.string().min(1, 'must not be empty').optional(),
    /** As on the REST path: `-price,title`. */
    orderBy: z.string().optional(),
    limit: z.int('must be a whole number').optional(),
    /** What the endpoint answers. */
    rows: rows.optional(),
    /** The code of the error that it answers, in place of rows. */
    error: code.optional(),
    /** Whether rows have an order although the query does not prove one. */
    ordered: z.boolean().optional(),
    /** How far two FLOAT64 may lie apart, as a part of the larger one, or of 1 if both are below it. */
    tolerance: z.number().nonnegative('must not be negative').default(1e-9),
  },
  {
    error: ({ code: kind }) =>
      kind === 'unrecognized_keys'
        ? 'is no member of a case: there are now, arguments, pins, tables, sql, orderBy, limit, rows, error, ordered, tolerance, note'
        : 'a case is an object',
  },
);

const FILE = MEMBERS.superRefine(({ error, rows: expected }, { addIssue }) => {
  if (error !== undefined && expected) {
    addIssue({
      code: 'custom',
      message: 'a case expects rows or an error, not both',
      path: ['error'],
    });
  }
  if (error === undefined && !expected) {
    addIssue({
      code: 'custom',
      message: 'a case says which "rows" or which "error" it expects',
      path: [],
    });
  }
});

/** What the file of a case says. */
export type CaseFile = z.output<typeof FILE>;

/** The schema of files of cases. */
export const CASE_FILE: z.ZodType<CaseFile> = FILE;

/** The same for one of which only the question is read: it need not say what it expects. */
export const QUESTION_FILE: z.ZodType<CaseFile> = MEMBERS;
