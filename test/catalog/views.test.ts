import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareEndpoint } from '../../src/catalog/prepare.ts';
import { orderTies, rowKeys } from '../../src/catalog/views.ts';
import { defineEndpoint, type Endpoint } from '../../src/endpoint/endpoint.ts';
import type { ViewSpec } from '../../src/endpoint/endpoint-spec.ts';
import declaration from '../../src/endpoints/logs.all/endpoint.ts';
import { printQuery } from '../../src/googlesql/syntax/printer/print.ts';
import type { Row } from '../../src/googlesql/value.ts';
import { completed, logsAll } from '../support/endpoints.ts';
import { PROJECT } from '../support/project.ts';

const TABLES = PROJECT.tables;

const EDGE: ViewSpec = { cte: 'edge_logs', typeName: 'EdgeLog', description: 'Requests.' };

/** `logs.all` with one view, and an `edge_logs` with these columns, which the stored SELECT reads if there are all. */
function withView(view: ViewSpec, columns = 't.*'): Endpoint {
  const from = columns === 't.*' ? 'FROM edge_logs' : 'FROM postgres_logs';
  const sql = logsAll.sql
    .replace('SELECT t.*', `SELECT ${columns}`)
    .replace('FROM edge_logs', from);
  return completed('logs.all', sql, { ...declaration, views: { edge: view } });
}

test('prepareEndpoint reads only what a view is made of, by the names of its columns', () => {
  const edge = prepareEndpoint(withView(EDGE), TABLES).views.get('edge');

  expect(edge && printQuery(edge.open.behindId.tree)).toMatchInlineSnapshot(
    `"WITH edge_logs AS (SELECT t.* FROM (SELECT _row.timestamp AS timestamp, CASE WHEN _row._own THEN _row.id END AS id, CASE WHEN _row._own THEN _row.event_message END AS event_message, CASE WHEN _row._own THEN _row.identifier END AS identifier, CASE WHEN _row._own THEN _row.metadata END AS metadata, CASE WHEN _row._own THEN _row.project END AS project FROM (SELECT t.timestamp, t.id, t.event_message, t.identifier, t.metadata, t.project, t.project = @project AS _own FROM \`cloudflare.logs.prod\` AS t WHERE t.timestamp > @window_start AND t.timestamp <= @window_end AND t.project = @project AND t.timestamp <= @_after_timestamp) AS _row) AS t) SELECT entry.timestamp, entry.id, entry.event_message, entry.identifier, entry.metadata, entry.project FROM edge_logs AS entry WHERE entry.timestamp <= @_after_timestamp AND (entry.timestamp < @_after_timestamp OR entry.id < @_after_id OR entry.id IS NULL AND @_after_id IS NOT NULL) ORDER BY entry.timestamp DESC, entry.id DESC LIMIT @_limit"`,
  );
  expect(edge && printQuery(edge.open.atTime.tree)).toMatch(
    / WHERE entry\.timestamp <= @_after_timestamp ORDER BY entry\.timestamp DESC, entry\.id DESC LIMIT @_limit$/,
  );
  expect(edge && printQuery(edge.pinned.behindId.tree)).toContain('t.project = @_tenant');
});

test.each([
  ['nosuch', 't.*', 'its query has no CTE "nosuch"'],
  [
    'edge_logs',
    't.id, t.metadata, t.event_message, t.timestamp AS moment',
    'no column "timestamp" of type TIMESTAMP',
  ],
  ['edge_logs', 't.timestamp, t.event_message, t.metadata', 'no column "id" of type STRING'],
  [
    'edge_logs',
    't.timestamp, t.event_message, t.metadata, 1 AS id',
    'no column "id" of type STRING',
  ],
])('prepareEndpoint refuses a view of %s with %s', (cte, columns, problem) => {
  const stored = withView({ ...EDGE, cte }, columns);

  expect(() => prepareEndpoint(stored, TABLES)).toThrow(problem);
});

test('prepareEndpoint counts views among what decides the version', () => {
  const { version } = prepareEndpoint(logsAll, TABLES);

  expect(prepareEndpoint(withView(EDGE), TABLES).version).not.toBe(version);
});

test.each([
  ['Edge', {}, 'view "Edge" is not a camelCase name'],
  ['edge', { typeName: 'edgeLog' }, 'type name "edgeLog", which is not in PascalCase'],
])('defineEndpoint refuses the view %s %j', (name, change, problem) => {
  expect(() =>
    defineEndpoint({
      views: { [name]: { ...EDGE, ...change } },
    }),
  ).toThrow(problem);
});

const KEYS = rowKeys({ timestampIndex: 1, idIndex: 0 });

/** Rows as an engine gives them: ordered by their keys, and of one key in any order. */
const TIES = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', null),
      fc.constantFrom(1, 2n ** 60n),
      fc.array(fc.oneof(fc.nat(3), fc.constant(2n ** 62n))),
    ),
  )
  .map((rows) => rows.map((row): Row => row));

function byKey(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (left, right) =>
      Number(KEYS.timestamp(right) > KEYS.timestamp(left)) -
        Number(KEYS.timestamp(right) < KEYS.timestamp(left)) ||
      Number(KEYS.id(left) === null) - Number(KEYS.id(right) === null),
  );
}

test('orderTies gives rows of one key one order, however they come, and moves none past another key', () => {
  fc.assert(
    fc.property(TIES, fc.infiniteStream(fc.nat()), (rows, places) => {
      const shuffled = rows
        .map((row) => ({ row, place: places.next().value }))
        .sort((left, right) => left.place - right.place)
        .map(({ row }) => row);

      const ordered = orderTies(byKey(rows), KEYS);

      expect(ordered).toEqual(orderTies(byKey(shuffled), KEYS));
      expect(ordered.map((row) => row.slice(0, 2))).toEqual(
        byKey(rows).map((row) => row.slice(0, 2)),
      );
    }),
  );
});
