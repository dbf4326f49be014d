import { expect, test } from 'vitest';
import { pageStatement } from '../../../../src/pages/console/views/view-statement.ts';
import { column } from '../endpoint.ts';

const COLUMNS = [
  column('timestamp', 'TIMESTAMP'),
  column('id', 'STRING'),
  column('tags', 'STRING', { mode: 'REPEATED' }),
  column('key word', 'INT64'),
];

test('a page is the newest rows; the next one follows them, those of the same moment included', () => {
  const view = { name: 'edge_logs', time: 'timestamp', columns: COLUMNS };
  const rows = [{ timestamp: 3 }, { timestamp: 2 }, { timestamp: 2 }];

  expect(pageStatement(view, [])).toBe(`SELECT *
FROM edge_logs
ORDER BY timestamp DESC, id, \`key word\`
LIMIT 100`);
  expect(pageStatement(view, rows)).toBe(`SELECT *
FROM edge_logs
WHERE timestamp <= TIMESTAMP_MICROS(2)
ORDER BY timestamp DESC, id, \`key word\`
LIMIT 100 OFFSET 2`);
});

test('a view without a time has its first rows', () => {
  const view = { name: 'a`b', time: null, columns: COLUMNS };

  expect(pageStatement(view, [])).toBe('SELECT *\nFROM `a\\`b`\nLIMIT 100');
});
