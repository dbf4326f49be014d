import { z } from 'zod';
import { expectation } from '../auth/files/strict-json.ts';

const PARAMETER = z.object({
  type: z.string(),
  default: z.string().optional(),
  values: z.array(z.string()).optional(),
});

const COLUMN = z.object({
  name: z.string(),
  type: z.string(),
  graphql: z.string().optional(),
});

const TENANT = z.object({
  pin: z.string().optional(),
  parameter: z.string().optional(),
  /** The paths of tenant columns by table. */
  tables: z.record(z.string(), z.string()),
});

const SETTINGS = z.object({
  maxRows: z.number(),
  maxBytes: z.number().optional(),
  cache: z.string(),
  warm: z.string(),
  sandbox: z.boolean(),
  redact: z.boolean(),
});

const ENDPOINT = z.object({
  id: z.string(),
  field: z.string(),
  parameters: z.record(z.string(), PARAMETER),
  columns: z.array(COLUMN),
  returns: z.enum(['many', 'one']),
  tenant: TENANT.optional(),
  shape: z.boolean(),
  engine: z.string().optional(),
  settings: SETTINGS,
  views: z.record(z.string(), z.array(COLUMN)).optional(),
  deprecated: z.string().optional(),
  text: z.string().optional(),
});

const CONTRACT = z.object({
  version: z.literal(1, 'it is not 1, the only one that this version of Fieldstone reads'),
  endpoints: z.record(z.string(), ENDPOINT),
});

/** What callers of a project's endpoints rely on: the content of `contract.json`. */
export type Contract = z.output<typeof CONTRACT>;
/** What callers of an endpoint rely on. */
export type ContractEndpoint = z.output<typeof ENDPOINT>;
export type ContractParameter = z.output<typeof PARAMETER>;
/** A result column, or one of a view, which has no GraphQL type. */
export type ContractColumn = z.output<typeof COLUMN>;

/** Parses the text of a `contract.json`; throws an `Error` that says what is wrong with it. */
export function parseContract(text: string): Contract {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error('it is no JSON', { cause });
  }
  const { data, error } = CONTRACT.safeParse(json, { error: expectation });
  if (data) return data;
  const [issue] = error.issues;
  const place = z.core.toDotPath(issue?.path ?? []);
  throw new Error(`${place || 'it'}: ${issue?.message}`, { cause: error });
}
