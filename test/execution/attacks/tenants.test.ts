import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VIEWS } from '../../oracle/catalog.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { OWN, SECRET, tenantRows } from '../../support/tenant-rows.ts';
import { askSandbox, INTERFACES } from './ask.ts';

const NAMES = Object.keys(VIEWS);

const view = fc.constantFrom(...NAMES);

/** What shows as much of a row `t` as can be shown; `?` is another view. */
const shown = fc.constantFrom(
  't.*',
  'TO_JSON_STRING(t)',
  't.id, t.event_message, t.metadata',
  'ARRAY(SELECT AS STRUCT x.* FROM ? AS x) AS rows_of_all',
  '(SELECT STRING_AGG(TO_JSON_STRING(x)) FROM ? AS x) AS all_of_it',
  "(SELECT MAX(x.event_message) FROM ? AS x WHERE x.id != CONCAT(t.id, '!')) AS greatest",
  '(SELECT x.id FROM ? AS x WHERE x.timestamp = t.timestamp LIMIT 1) AS same_time',
  'ARRAY(SELECT TO_JSON_STRING(m) FROM UNNEST(t.metadata) AS m) AS entries',
  "EXISTS (SELECT 1 FROM ? AS x WHERE x.id = 'belongs-to-the-other-id') AS is_there, t.id",
  'ROW_NUMBER() OVER (PARTITION BY t.id ORDER BY (SELECT MAX(id) FROM ?)) AS n, t.id',
);

/** Where rows `t` come from. */
const source = fc.constantFrom(
  '? AS t',
  '(SELECT * FROM ?) AS t',
  "(SELECT x.* FROM ? AS x WHERE x.event_message LIKE '%' OR TRUE) AS t",
  '? AS t CROSS JOIN ? AS u',
  '? AS t LEFT JOIN ? AS u ON t.id != u.id',
  '? AS u RIGHT JOIN ? AS t ON FALSE',
  '? AS t FULL JOIN ? AS u ON t.id = u.event_message',
  '? AS t, t.metadata AS m',
  '? AS t LEFT JOIN UNNEST(t.metadata) AS m ON TRUE',
  '(SELECT id, event_message, metadata, timestamp FROM ? AS y) AS t',
);

const filter = fc.constantFrom(
  '',
  'WHERE TRUE OR t.id IS NULL',
  'WHERE t.id IN (SELECT id FROM ?)',
  'WHERE NOT EXISTS (SELECT 1 FROM ? AS x WHERE x.id = t.id AND x.event_message IS NULL)',
  "WHERE t.event_message != 'x' OR EXISTS (SELECT 1 FROM ?)",
  "WHERE @project IN ('mine', 'other')",
);

/** How a SELECT stands in a statement; `$` is the SELECT. */
const frame = fc.constantFrom(
  '$',
  '($) UNION ALL ($)',
  'WITH c AS ($) SELECT * FROM c',
  'WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 3), d AS ($) SELECT * FROM d, c',
  'SELECT TO_JSON_STRING(s) FROM ($) AS s',
  'SELECT ARRAY(SELECT TO_JSON_STRING(s) FROM ($) AS s)',
  '$ ORDER BY 1 LIMIT 100',
  '$ |> LIMIT 50',
  'FROM ($) AS s |> WHERE TRUE |> EXTEND TO_JSON_STRING(s) AS text |> SELECT text |> UNION ALL (FROM ? |> SELECT id)',
  'SELECT (SELECT STRING_AGG(TO_JSON_STRING(s)) FROM ($) AS s) AS a FROM ?',
);

const statement = fc
  .tuple(frame, shown, source, filter, fc.array(view, { minLength: 12, maxLength: 12 }))
  .map(([outer, list, from, where, views]) => {
    const select = `SELECT ${list} FROM ${from} ${where}`;
    let used = 0;
    return outer
      .replaceAll('$', () => select)
      .replaceAll('?', () => {
        used += 1;
        return views[used % views.length] ?? '';
      });
  });

async function tenantGateway(): Promise<{ asked: Gateway; pinned: string }> {
  const asked = await gateway({ rows: tenantRows('2026-07-01T11:00:00Z') });
  return { asked, pinned: asked.keys.add({ pins: new Map([['project', 'mine']]) }) };
}

// `npm run test:walls` asks a thousand questions of whole worlds.
test('a pinned key sees no row of another tenant, whatever it asks', {
  timeout: 180_000,
}, async () => {
  const { asked, pinned } = await tenantGateway();
  const codes: string[] = [];
  let owned = 0;

  await fc.assert(
    fc.asyncProperty(statement, fc.constantFrom(...INTERFACES), async (sql, via) => {
      const { code, text } = await askSandbox(asked, sql, via, pinned);
      codes.push(code);
      owned += text.includes(OWN) ? 1 : 0;
      expect(sql.includes(SECRET) ? text.replaceAll(`${SECRET}-id`, '') : text).not.toContain(
        SECRET,
      );
    }),
    { numRuns: 75, seed: 1 },
  );

  expect(codes.filter((code) => code !== 'OK' && code !== 'SQL_INVALID')).toEqual([]);
  expect(codes.filter((code) => code === 'OK').length).toBeGreaterThan(50);
  expect(owned).toBeGreaterThan(25);
});

test('a record that two tenants share is shown to neither', async () => {
  const { asked, pinned } = await tenantGateway();
  const counts = NAMES.map((name) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`).join(', ');

  const { text } = await askSandbox(asked, `SELECT ${counts}`, 'POST', pinned);

  expect(JSON.parse(text)).toEqual({
    result: [Object.fromEntries(NAMES.map((name) => [name, 1]))],
  });
});

test('a pinned key may not name another tenant', async () => {
  const { asked, pinned } = await tenantGateway();
  const other = asked.keys.add({ pins: new Map([['project', 'other']]) });

  const denied = await asked.rest(
    'logs.all',
    { project: 'mine', project_tier: 'PRO', sql: 'SELECT 1' },
    { 'x-api-key': other },
  );
  const allowed = await askSandbox(asked, 'SELECT 1 AS one', 'GET', pinned);

  expect(denied).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(allowed.code).toBe('OK');
});
