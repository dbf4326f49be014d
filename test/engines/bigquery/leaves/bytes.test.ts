import { expect, test } from 'vitest';
import { type LeafRig, openLeaves } from './rig.ts';

const STRING = { type: 'STRING' } as const;

/** Sixty leaves, of which some are in a record in the record. */
const LEAVES = [
  { name: 'project_ref', ...STRING },
  ...Array.from({ length: 49 }, (_, i) => ({ name: `a${i}`, ...STRING })),
  {
    name: 'request',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: Array.from({ length: 10 }, (_, i) => ({ name: `b${i}`, ...STRING })),
  },
];

const FIELDS = [
  { name: 'id', ...STRING },
  { name: 'timestamp', type: 'TIMESTAMP' },
  { name: 'project', ...STRING },
  { name: 'metadata', type: 'RECORD', mode: 'REPEATED', fields: LEAVES },
  { name: 'one', type: 'RECORD', fields: LEAVES },
];

/** Without leaves that have a number. */
function without(number: number) {
  const kept = (fields: typeof LEAVES) =>
    fields
      .filter(({ name }) => name !== `a${number}` && name !== `b${number}`)
      .map((field) =>
        'fields' in field
          ? { ...field, fields: field.fields.filter(({ name }) => name !== `b${number}`) }
          : field,
      );
  return FIELDS.map((field) =>
    'fields' in field && field.fields ? { ...field, fields: kept(field.fields) } : field,
  );
}

/** Values of ten letters. */
function rowsWithout(number: number): readonly object[] {
  const record = (seed: number, project: string) => ({
    project_ref: project,
    ...Object.fromEntries(
      Array.from({ length: 49 }, (_, i) => [`a${i}`, `value${10_000 + seed + i}`]).filter(
        ([name]) => name !== `a${number}`,
      ),
    ),
    request: [
      Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => [`b${i}`, `other${10_000 + seed + i}`]).filter(
          ([name]) => name !== `b${number}`,
        ),
      ),
    ],
  });
  return Array.from({ length: 40 }, (_, i) => {
    const project = i % 2 === 0 ? 'mine' : 'them';
    return {
      id: `id${100 + i}`,
      timestamp: `2026-07-01T10:00:${10 + i}Z`,
      project,
      metadata: [record(i, project), record(100 + i, project)],
      one: record(200 + i, project),
    };
  });
}

const QUESTIONS = [
  'SELECT m.a1 FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE TRUE',
  'SELECT m.a1, m.a2 FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE TRUE',
  'SELECT t.metadata[SAFE_OFFSET(0)].a1, t.metadata[SAFE_OFFSET(0)].a2 FROM logs AS t WHERE TRUE',
  'SELECT r.b1, r.b2 FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m CROSS JOIN UNNEST(m.request) AS r WHERE TRUE',
  'SELECT t.one.a1, t.one.request[SAFE_OFFSET(0)].b1 FROM logs AS t WHERE TRUE',
  'SELECT x.a1 FROM (SELECT t.one, t.id FROM logs AS t WHERE TRUE) AS t CROSS JOIN UNNEST([t.one.a1]) AS a1 CROSS JOIN (SELECT 1 AS n) CROSS JOIN UNNEST([STRUCT(a1 AS a1)]) AS x',
  'SELECT ARRAY(SELECT m.a1 FROM UNNEST(t.metadata) AS m) AS list FROM logs AS t WHERE TRUE',
  'WITH v AS (SELECT t.* FROM logs AS t WHERE TRUE) SELECT m.a1 FROM v CROSS JOIN UNNEST(v.metadata) AS m WHERE m.a2 > "value"',
  'SELECT t.metadata FROM logs AS t WHERE TRUE',
  'SELECT TO_JSON_STRING(t.one) AS j, t.metadata[SAFE_OFFSET(0)].a1 FROM logs AS t WHERE TRUE',
  'SELECT COUNT(*) AS n FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m WHERE TRUE',
];

/** 40 rows of `mine` and `them`. */
const PROJECT = 40 * (2 + 4);
/** Two for each row. */
const PROJECT_REF = 2 * PROJECT;

const NAME = 'what is read costs what it is, and what is absent nothing';

test(NAME, async () => {
  const rows = rowsWithout(7);
  const whole = await openLeaves({ fields: FIELDS, rows });
  const lacking = await openLeaves({ fields: FIELDS, live: without(7), rows });

  for (const sql of QUESTIONS) {
    const bytes = await lacking.bytes(sql, 'plain');
    const share = bytes / (await whole.bytes(sql, 'plain'));
    expect.soft([sql, bytes > 0, share <= 1.05]).toEqual([sql, true, true]);
  }

  // Each value is 2 bytes and ten letters.
  const leaf = 80 * 12;
  const of = (first: string, second: string) =>
    lacking.bytes(
      `SELECT m.${first}, m.${second} FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m`,
      'plain',
    );
  expect.soft(await of('a1', 'a2')).toBe(2 * leaf);
  expect.soft(await of('a1', 'a7')).toBe(leaf);
  const single = 'SELECT t.one.a1, t.one.a7 FROM logs AS t';
  expect.soft(await lacking.bytes(single, 'plain')).toBe(leaf / 2);
  const json = 'SELECT TO_JSON_STRING(t.metadata) AS j FROM logs AS t';
  expect.soft(await lacking.bytes(json, 'plain')).toBe(57 * leaf + PROJECT_REF);

  for (const rig of [whole, lacking]) await expectTenants(rig);
});

const TENANTS = [
  [['project'], PROJECT],
  [['metadata', 'project_ref'], PROJECT_REF],
] as const;

/** A barrier reads its tenant besides what the statement reads, and nothing else. */
async function expectTenants(rig: LeafRig): Promise<void> {
  for (const sql of QUESTIONS) {
    const plain = await rig.bytes(sql, 'plain');
    for (const [tenant, own] of TENANTS) {
      for (const form of ['open', 'pinned'] as const) {
        const bytes = await rig.bytes(sql, form, tenant);
        const isOwn = bytes <= 1.01 * plain + own;
        expect.soft([sql, form, tenant, isOwn]).toEqual([sql, form, tenant, true]);
      }
    }
  }
}
