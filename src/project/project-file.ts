import { z } from 'zod';
import { parseDuration } from '#googlesql';
import { isObject } from '../values/is-object.ts';
import { tableNameFault } from './names.ts';
import { type ProjectJson, readProjectJson } from './problems/read-json.ts';

/** The file that makes a folder a project. */
export const PROJECT_FILE = 'fieldstone.json';

/** An object with these members only; the message for another lists them. */
function members<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).filter((name) => name !== '$schema');
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `is no member here: there are ${names.join(', ')}` : undefined,
  });
}

const path = z.string().min(1, 'must name a folder');

const column = z.string().min(1, 'must name a column');

const glob = z
  .string()
  .min(1, 'must be a glob')
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), {
    error: 'must be a glob below the folder of the project',
  });

const table = members({
  /** The files with its rows; rows come from `import` without it. */
  data: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(glob, 'must be a glob, or a list of globs').min(1, 'must name a glob'),
    )
    .optional(),
  /** The file with its fields, in BigQuery's JSON schema format. @default `NAME.json` in the folder of tables */
  schema: z.string().min(1, 'must name a file').optional(),
  /**
   * Its full name on BigQuery, or its id in the dataset of the settings. @default the name itself if it has three parts,
   * else the id that is the name with `_` for dots
   */
  bigquery: z
    .string()
    .regex(
      /^(?:[a-z][a-z0-9.:-]*[a-z0-9]\.\w+\.)?[^.`\\\p{Cc}]+$/u,
      'must be the full name of a table, like "my-project.my_dataset.my_table"',
    )
    .optional(),
  /** The path of the column that identifies the tenant: `project`, or `metadata.project`. */
  tenant: column.optional(),
  /** Whether keys with one tenant may read the table although it has none. */
  shared: z.boolean().default(false),
  /** The partitioning column. */
  time: column.optional(),
  /** Whether each scan must bound the partitioning column from below and from above. */
  requirePartitionFilter: z.boolean().default(false),
  /** Whether it stands for all tables whose names begin with its own, which ends in `*`. */
  wildcard: z.boolean().default(false),
  /** Whether BigQuery partitions it by the time at which rows arrived. */
  ingestionTime: z.boolean().default(false),
  /** Whether the table may be absent; it then reads as empty. */
  optional: z.boolean().default(false),
  /** The file below the project that makes demo rows: GoogleSQL (`.sql`) or a module. */
  demo: z.string().min(1, 'must name a file').optional(),
});

/** Seconds, or `off`. */
const duration = z.string().transform((text, context): number | 'off' => {
  const seconds = text === 'off' ? text : parseDuration(text);
  if (seconds !== undefined) return seconds;
  context.addIssue('must be a duration like "15m" (s, m, h or d), or "off"');
  return z.NEVER;
});

const defaults = members({
  maxRows: z.int().positive().default(1_000),
  cache: duration.prefault('15m'),
  warm: duration.prefault('off'),
  sandbox: z.boolean().default(false),
  redact: z.boolean().default(false),
  /** Whether fields take `limit` and `orderBy`. */
  shape: z.boolean().default(true),
});

const PROJECT = members({
  $schema: z.string().optional(),
  folders: members({
    endpoints: path.default('endpoints'),
    views: path.default('views'),
    functions: path.default('functions'),
    tables: path.default('tables'),
    cases: path.default('cases'),
    schema: path.default('schema'),
  }).prefault({}),
  /** The name of the pin that restricts a key to one tenant. */
  tenant: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'must be a name of letters, digits and underscores')
    .optional(),
  /** Settings of endpoints that say nothing else. */
  defaults: defaults.prefault({}),
  tables: z
    .record(z.string(), table)
    // Whatever else is wrong with the tables.
    .superRefine(checkTables, { when: ({ value }) => isObject(value) })
    .default({}),
});

function checkTables(
  tables: Readonly<Record<string, z.output<typeof table>>>,
  { addIssue }: z.core.$RefinementCtx,
): void {
  for (const [name, settings] of Object.entries(tables)) {
    for (const [member, message] of isObject(settings) ? tableFaults(name, settings) : []) {
      addIssue({ code: 'custom', message, path: [name, ...member] });
    }
  }
}

/** What `fieldstone.json` says, with defaults for what it leaves out. */
export type ProjectSettings = Readonly<z.output<typeof PROJECT>>;

/** What an empty `fieldstone.json` says. */
export const DEFAULT_SETTINGS: ProjectSettings = PROJECT.parse({});

/** What `fieldstone.json` says of a table. */
export type TableSettings = ProjectSettings['tables'][string];

/** What is wrong with a table's settings as a whole: a member, or none for its name, and a message. */
function tableFaults(
  name: string,
  settings: z.output<typeof table>,
): readonly (readonly [member: readonly string[], message: string])[] {
  const { data, ingestionTime, requirePartitionFilter, shared, tenant, time, wildcard } = settings;
  const nameFault = tableNameFault(name);
  const stars = Array.isArray(data) ? data.join('').split('*').length : 2;
  const checks: readonly (readonly [isWrong: boolean, member: string[], message: string])[] = [
    [nameFault !== undefined, [], nameFault ?? ''],
    [shared === true && tenant !== undefined, ['shared'], 'the table is shared, and has a tenant'],
    [
      requirePartitionFilter === true && time === undefined && !ingestionTime,
      ['requirePartitionFilter'],
      'requires a partition filter, but no "time" or "ingestionTime" says by what',
    ],
    [
      ingestionTime === true && time !== undefined,
      ['ingestionTime'],
      'a table is partitioned by its "time" or by the time at which rows arrived, not by both',
    ],
    [
      wildcard === true && !/^[^*]+\*$/.test(name),
      ['wildcard'],
      `the name of a wildcard table ends in "*": write "${name.replaceAll('*', '')}*"`,
    ],
    [!wildcard && name.includes('*'), [], 'a table with "*" in its name is "wildcard": true'],
    [
      wildcard === true && stars !== 2,
      ['data'],
      'the data of a wildcard table have exactly one "*"',
    ],
    [
      wildcard === true && stars === 2 && /[?[\]{}!()]/.test(String(data ?? '')),
      ['data'],
      'the data of a wildcard table have no wildcard but their "*"',
    ],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, member, message]) => [member, message]);
}

/** Reads a project's `fieldstone.json`; throws a `ProjectError` with everything that is wrong with it. */
export function readProjectFile(folder: string): ProjectSettings {
  return openProjectFile(folder).value;
}

/** The same, with the places of what it says. */
export function openProjectFile(folder: string): ProjectJson<ProjectSettings> {
  return readProjectJson(folder, PROJECT_FILE, PROJECT);
}
