import type { View } from '../statement-shapes.ts';
import { statementOver } from '../statements.ts';
import { type InPlace, PINS, TABLES, tablesOf } from './tables.ts';

/** Texts of a project by the names of their files. */
export type Texts = Readonly<Record<string, string>>;

/** How many generated endpoints there are for each pin. */
const GENERATED = 30;

const DEFINITIONS: Texts = {
  'functions/numbers.sql': `
    CREATE FUNCTION number(x STRING) RETURNS INT64 AS (CAST(x AS INT64));
    CREATE FUNCTION ratio(x INT64) RETURNS INT64 AS (DIV(1000, x));
    CREATE FUNCTION letters_of(name STRING) AS ((SELECT COUNT(*) FROM letters AS l WHERE number(l.id) >= number(name)));
    CREATE FUNCTION newest() AS ((SELECT MAX(number(e.event_message)) FROM events AS e));`,
  'views/numbered.sql': `
    SELECT e.id, e.member, number(e.event_message) AS n, e.timestamp, e.metadata
    FROM events AS e WHERE ratio(number(e.id)) > 0`,
  'views/pairs.sql': `
    SELECT n.id, n.n, l.event_message, s.sharing, s.metadata
    FROM numbered AS n
    JOIN letters AS l ON number(l.id) = n.n
    LEFT JOIN sharings AS s ON s.id = l.id AND ratio(ARRAY_LENGTH(s.metadata)) > 0`,
};

/** Endpoints with functions and views between them and the tables. */
const OVER_DEFINITIONS: Texts = {
  'views.numbered': `-- @param least - The least number
    SELECT v.id, v.n, v.timestamp FROM numbered AS v WHERE @least IS NULL OR ratio(v.n - @least) <> 0 ORDER BY v.timestamp, v.id`,
  'views.pairs': `-- @cache off
    SELECT p.id, SUM(p.n) AS total, MAX(p.event_message) AS message, COUNT(*) AS rows_of_id FROM pairs AS p
    CROSS JOIN UNNEST(p.metadata) AS m WHERE ratio(m.code) > 0 GROUP BY p.id ORDER BY p.id`,
  'views.functions': `SELECT e.id, letters_of(e.id) AS letters, newest() AS newest FROM events AS e ORDER BY e.timestamp, e.id`,
  'views.pipe': `FROM pairs AS p |> AGGREGATE SUM(ratio(p.n)) AS s, COUNT(*) AS n GROUP BY p.id |> ORDER BY id DESC`,
  'views.sandbox': `-- @sandbox
    WITH numbered_events AS (SELECT * FROM numbered), paired AS (SELECT * FROM pairs)
    SELECT COUNT(*) AS n FROM numbered_events`,
};

/** The same endpoints over each table: without a parameter of the tenant, with one that is compared, and with \`@tenant\`. */
function over({ kind, name, tenant }: InPlace): Texts {
  const rows = `SELECT t.id, t.event_message, t.timestamp, t.metadata FROM ${name} AS t`;
  const order = 'ORDER BY t.timestamp, t.id';
  const isPlain = tenant !== undefined && !tenant.includes('.');
  return {
    [`${name}.rows`]: `${rows} ${order}`,
    [`${name}.uncached`]: `-- @cache off\n${rows} ${order}`,
    [`${name}.search`]: `-- @param text - Part of the message
      -- @param since - The first moment
      ${rows} WHERE (@text IS NULL OR STRPOS(t.event_message, @text) > 0) AND (@since IS NULL OR t.timestamp >= @since) ${order}`,
    [`${name}.failing`]: `-- @param {INT64!} zero = 0 - What is divided by
      SELECT t.id, DIV(CAST(t.event_message AS INT64), CAST(t.id AS INT64) - @zero) AS n, CAST(t.id AS NUMERIC) AS price
      FROM ${name} AS t WHERE LENGTH(t.id) < 3 AND CAST(t.id AS INT64) > 0 ${order}`,
    [`${name}.sums`]: `SELECT COUNT(*) AS n, SUM(CAST(t.event_message AS INT64)) AS total, MAX(m.code) AS code,
      STRING_AGG(t.id, ',' ORDER BY t.timestamp, t.id) AS ids FROM ${name} AS t LEFT JOIN UNNEST(t.metadata) AS m`,
    [`${name}.one`]: `-- @returns one
      -- @param {STRING!} id = '13' - Of the row
      SELECT t.id, CAST(t.event_message AS INT64) AS n, t.metadata[OFFSET(0)].code AS code FROM ${name} AS t WHERE t.id = @id`,
    ...(isPlain && {
      [`${name}.compared`]: `-- @example {"whose": ${EXAMPLES[kind ?? 'STRING']}}
        SELECT t.id, CAST(t.event_message AS INT64) AS n FROM ${name} AS t WHERE t.${tenant} = @whose ${order}`,
      [`${name}.named`]: `-- @tenant whose
        -- @example {"whose": ${EXAMPLES[kind ?? 'STRING']}}
        SELECT u.id, CAST(t.event_message AS INT64) AS n FROM ${name} AS t JOIN ${name} AS u ON CAST(t.id AS INT64) = CAST(u.id AS INT64)
        WHERE t.${tenant} = @whose AND u.${tenant} = @whose ORDER BY u.timestamp, u.id, n`,
    }),
  };
}

const EXAMPLES = {
  STRING: '"a"',
  INT64: '1',
  DATE: '"2026-01-01"',
  BYTES: '"AAAA"',
  BOOL: 'true',
};

/** Endpoints over all tables of a pin: the sandbox's, and generated ones. */
function ofPin(pin: string): Texts {
  const tables = tablesOf(pin);
  const stem = stemOf(pin);
  const ctes = tables.map(({ name }) => `v_${name} AS (SELECT * FROM ${name})`);
  const generated = Array.from({ length: GENERATED }, (_, i) => {
    const statement = statementOver(tables.map(viewOf), i * 101 + pin.length);
    return [
      `${stem}.generated-${i}`,
      `-- @cache ${i % 2 === 0 ? 'off' : '1h'}\n${statement}`,
    ] as const;
  });
  return {
    [`${stem}.sandbox`]: `-- @sandbox\nWITH ${ctes.join(', ')} SELECT COUNT(*) AS n FROM v_${tables[0]?.name}`,
    ...Object.fromEntries(generated),
  };
}

/** How names of the endpoints of a pin begin. */
export function stemOf(pin: string): string {
  return { '2026': 'number', '2026-07-01': 'day', true: 'truth' }[pin] ?? 'other';
}

function viewOf({ name }: InPlace): View {
  return { name, texts: ['level'], numbers: ['code'] };
}

/** The views that the sandbox of a pin reads. */
export function sandboxViews(pin: string): readonly View[] {
  return tablesOf(pin).map((table) => ({ ...viewOf(table), name: `v_${table.name}` }));
}

/** The texts of the project. */
export function projectTexts(): Texts {
  const endpoints = [...TABLES.map(over), OVER_DEFINITIONS, ...[...PINS.keys()].map(ofPin)];
  return {
    ...DEFINITIONS,
    ...Object.fromEntries(
      endpoints
        .flatMap((texts) => Object.entries(texts))
        .map(([name, text]) => [`endpoints/${name}.sql`, text] as const),
    ),
  };
}
