import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseBySchema } from '../auth/files/strict-json.ts';
import { messageOf } from '../errors.ts';

/** The file that makes a folder a project. */
export const PROJECT_FILE = 'fieldstone.json';

const path = z.string().min(1, 'must name a folder');

const glob = z
  .string()
  .min(1, 'must be a glob')
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), {
    error: 'must be a glob below the folder of the project',
  });

const table = z.strictObject({
  /** The files with its rows; rows come from `import` without it. */
  data: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(glob).min(1, 'must name a glob'),
    )
    .optional(),
  /** The file with its fields, in BigQuery's JSON schema format. @default `NAME.json` in the folder of tables */
  schema: z.string().min(1, 'must name a file').optional(),
  /** The path of the column that identifies the tenant: `project`, or `metadata.project`. */
  tenant: z.string().min(1, 'must name a column').optional(),
  /** Whether keys with one tenant may read the table although it has none. */
  shared: z.boolean().default(false),
  /** The partitioning column. */
  time: z.string().min(1, 'must name a column').optional(),
  /** Whether each scan must bound `time` from below and from above. */
  requirePartitionFilter: z.boolean().default(false),
  /** Whether the table may be absent; it then reads as empty. */
  optional: z.boolean().default(false),
  /** The file below the project that makes demo rows: GoogleSQL (`.sql`) or a module. */
  demo: z.string().min(1, 'must name a file').optional(),
});

const PROJECT = z.strictObject({
  $schema: z.string().optional(),
  folders: z
    .strictObject({
      endpoints: path.default('endpoints'),
      tables: path.default('tables'),
      cases: path.default('cases'),
      schema: path.default('schema'),
    })
    .prefault({}),
  /** The name of the pin that restricts a key to one tenant. */
  tenant: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'must be a name of letters, digits and underscores')
    .optional(),
  tables: z.record(z.string(), table).default({}),
});

/** What `fieldstone.json` says, with defaults for what it leaves out. */
export type ProjectSettings = Readonly<z.output<typeof PROJECT>>;

/** What `fieldstone.json` says of a table. */
export type TableSettings = ProjectSettings['tables'][string];

/** Reads a project's `fieldstone.json`; throws an `Error` with the file, the place and the fault. */
export function readProjectFile(folder: string): ProjectSettings {
  const file = join(folder, PROJECT_FILE);
  try {
    return parseBySchema(readFileSync(file, 'utf8'), PROJECT);
  } catch (cause) {
    throw new Error(`Cannot use "${file}": ${messageOf(cause)}`, { cause });
  }
}
