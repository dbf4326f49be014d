import fc from 'fast-check';

/** A query over `logs`, and whether an open key's query can name the tenant in each of its scans. */
export interface RandomStatement {
  readonly sql: string;
  readonly isOpen: boolean;
}

const LEAF = fc.constantFrom('l0', 'l1', 'l2', 'l3');
const WHO = fc.constantFrom('w0', 'w1');
const REQUEST = fc.constantFrom('r0', 'r1', 'deep.d0', 'deep.d1');
const PLACE = fc.constantFrom('0', '1', '2');

/** Fills the places of a template, `{leaf}` and the like. */
function filled(template: string): fc.Arbitrary<string> {
  return fc
    .record({ leaf: LEAF, other: LEAF, who: WHO, request: REQUEST, place: PLACE, next: PLACE })
    .map((values) =>
      template.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name] ?? ''),
    );
}

/** Expressions of a row `t`. */
const OF_ROWS = [
  't.n',
  't.one',
  't.meta',
  't.one.{leaf}',
  't.one.who.{who}',
  't.one.who',
  't.one IS NULL',
  't.one.who IS NULL',
  't.one.{leaf} IS NULL',
  't.meta IS NULL',
  'ARRAY_LENGTH(t.meta)',
  'ARRAY_LENGTH(t.one.req)',
  't.meta[SAFE_OFFSET({place})]',
  't.meta[SAFE_OFFSET({place})].{leaf}',
  't.meta[SAFE_OFFSET({place})].who.{who}',
  't.meta[SAFE_OFFSET({place})].who IS NULL',
  't.meta[SAFE_OFFSET({place})] IS NULL',
  't.meta[SAFE_OFFSET({place})].req[SAFE_OFFSET({next})].{request}',
  't.one.req[SAFE_ORDINAL({next})].deep IS NULL',
  'TO_JSON_STRING(t)',
  'TO_JSON_STRING(t.meta)',
  'TO_JSON_STRING(t.one.who)',
  'TO_JSON_STRING(t.meta[SAFE_OFFSET({place})].req)',
  "FORMAT('%t', t.one)",
  'IF(t.n > 1, t.one, NULL).{leaf}',
  'CASE WHEN t.flag THEN t.meta END[SAFE_OFFSET({place})].{leaf}',
  'CASE WHEN t.flag THEN t.one END.who.{who}',
  'COALESCE(t.one.who, t.meta[SAFE_OFFSET({place})].who).{who}',
  'STRUCT(t.one AS o, t.one.{leaf} AS l).o.{other}',
  '[t.one, t.meta[SAFE_OFFSET({place})]][SAFE_OFFSET({next})].{leaf}',
  "(SELECT STRING_AGG(IFNULL(m.{leaf}, '-'), ',' ORDER BY o) FROM UNNEST(t.meta) AS m WITH OFFSET AS o)",
  "ARRAY(SELECT IFNULL(m.{leaf}, '-') FROM UNNEST(t.meta) AS m WITH OFFSET AS o ORDER BY o)",
  'ARRAY(SELECT AS STRUCT m.{leaf} AS a, m.who FROM UNNEST(t.meta) AS m WITH OFFSET AS o ORDER BY o DESC)',
  'ARRAY(SELECT m FROM UNNEST(t.meta) AS m WITH OFFSET AS o WHERE m.{leaf} IS NOT NULL ORDER BY o)[SAFE_OFFSET(0)].{other}',
  '(SELECT m FROM UNNEST(t.meta) AS m WITH OFFSET AS o ORDER BY o DESC LIMIT 1).who.{who}',
  '(SELECT AS STRUCT m.* FROM UNNEST(t.meta) AS m WITH OFFSET AS o ORDER BY o LIMIT 1).{leaf}',
  '(SELECT COUNT(*) FROM UNNEST(t.meta) AS m WHERE m.{leaf} IS NULL)',
  '(SELECT COUNT(*) FROM UNNEST(t.meta) AS m CROSS JOIN UNNEST(m.req) AS r)',
  '(SELECT MAX(r.{request}) FROM UNNEST(t.meta) AS m CROSS JOIN UNNEST(m.req) AS r)',
  "EXISTS (SELECT 1 FROM UNNEST(t.meta) AS m CROSS JOIN UNNEST(m.req) AS r WHERE r.{request} > 'b')",
  "'b' IN (SELECT m.{leaf} FROM UNNEST(t.meta) AS m)",
] as const;

/** The same where an element is `m`. */
const OF_ELEMENTS = [
  'm',
  'm.{leaf}',
  'm.who.{who}',
  'm.who',
  'm IS NULL',
  'm.who IS NULL',
  'ARRAY_LENGTH(m.req)',
  'm.req[SAFE_OFFSET({place})].{request}',
  'TO_JSON_STRING(m)',
  'TO_JSON_STRING(m.who)',
  "(SELECT STRING_AGG(r.{request}, '' ORDER BY o) FROM UNNEST(m.req) AS r WITH OFFSET AS o)",
  'm.{leaf} = t.one.{other}',
] as const;

const FROM_ROWS = [
  ['', 'logs AS t WHERE TRUE'],
  ['', '(SELECT * FROM logs AS t WHERE TRUE) AS t'],
  ['WITH v AS (SELECT t.* FROM logs AS t WHERE TRUE) ', 'v AS t'],
  [
    'WITH v AS (SELECT * FROM logs AS t WHERE TRUE UNION ALL SELECT * FROM logs AS t WHERE TRUE) ',
    'v AS t',
  ],
  ['WITH v AS (SELECT * FROM logs AS t WHERE TRUE) ', 'v AS t JOIN v AS u ON u.id = t.id'],
  [
    '',
    '(SELECT t.*, m.l0 AS dead, m.who AS gone FROM logs AS t LEFT JOIN UNNEST(t.meta) AS m WHERE TRUE) AS t',
  ],
] as const;

const FROM_ELEMENTS = [
  ['', 'logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE'],
  ['', 'logs AS t LEFT JOIN UNNEST(t.meta) AS m WHERE TRUE'],
  ['WITH v AS (SELECT t.* FROM logs AS t WHERE TRUE) ', 'v AS t, t.meta AS m'],
  ['', 'logs AS t JOIN logs AS u ON u.id = t.id CROSS JOIN UNNEST(u.meta) AS m'],
] as const;

/** Statements whose `*` has all fields of records. */
const STARS = [
  'SELECT t.id, m.* FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE',
  'SELECT x.{leaf}, x.id FROM (SELECT t.id, m.* FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE) AS x',
  'SELECT x.who.{who} FROM (SELECT m.* EXCEPT (l0) FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE) AS x',
  'SELECT x.{leaf} FROM (SELECT t.one.* FROM logs AS t WHERE TRUE) AS x',
  'SELECT l1 FROM (SELECT m.* FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE UNION ALL SELECT m.* FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE)',
  'SELECT COUNT(*) AS c, m.{leaf} FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE GROUP BY m.{leaf}',
  'SELECT DISTINCT m.{leaf}, m.who.{who} FROM logs AS t CROSS JOIN UNNEST(t.meta) AS m WHERE TRUE',
  'SELECT ANY_VALUE(t.one).{leaf} AS a FROM logs AS t WHERE TRUE GROUP BY t.id',
  'SELECT t.id, LAG(t.one) OVER (ORDER BY t.id).{leaf} AS a FROM logs AS t WHERE TRUE',
] as const;

function selected(
  expressions: readonly string[],
  from: readonly (readonly [string, string])[],
): fc.Arbitrary<RandomStatement> {
  const list = fc.array(fc.constantFrom(...expressions).chain(filled), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.tuple(list, fc.constantFrom(...from)).map(([items, [before, source]]) => ({
    sql: `${before}SELECT t.id, ${items.map((item, i) => `${item} AS c${i}`).join(', ')} FROM ${source}`,
    isOpen: !source.includes('JOIN logs'),
  }));
}

/** Statements that read some leaves of the records of `logs`. */
export const STATEMENTS: fc.Arbitrary<RandomStatement> = fc.oneof(
  { weight: 5, arbitrary: selected(OF_ROWS, FROM_ROWS) },
  { weight: 4, arbitrary: selected([...OF_ROWS, ...OF_ELEMENTS], FROM_ELEMENTS) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...STARS)
      .chain(filled)
      .map((sql) => ({ sql, isOpen: true })),
  },
);
