import { expect, test } from 'vitest';
import { parseExact } from '../../../../src/pages/console/api/exact-json.ts';
import { toCsv, toNdjson } from '../../../../src/pages/console/table/export-rows.ts';
import { predicateOf } from '../../../../src/pages/console/table/filter-rows.ts';
import { formatTimestamp, formatValue } from '../../../../src/pages/console/table/format-value.ts';
import { column } from '../endpoint.ts';

test.each([
  ['0', '1970-01-01 00:00:00Z'],
  ['1782864000123456', '2026-07-01 00:00:00.123456Z'],
  ['-1', '1969-12-31 23:59:59.999999Z'],
  ['-62135596800000000', '0001-01-01 00:00:00Z'],
  ['253402300799999999', '9999-12-31 23:59:59.999999Z'],
])('a TIMESTAMP of %s microseconds is %s', (micros, text) => {
  expect(formatTimestamp(parseExact(micros))).toBe(text);
});

test('a nested value is the beginning of its JSON', () => {
  const value = parseExact(`{"a":[9007199254740993],"b":"${'x'.repeat(200)}"}`);

  const text = formatValue(value, column('metadata', 'STRUCT'));

  expect(text).toMatch(/^\{"a":\[9007199254740993\],"b":"x+…$/);
  expect(text).toHaveLength(121);
});

const COLUMNS = [column('n', 'INT64'), column('text "x"', 'STRING'), column('tags', 'STRING')];
const ROWS = parseExact(
  '[{"n":9007199254740993,"text \\"x\\"":"a,b\\nc","tags":["é"]},{"n":null,"text \\"x\\"":"","tags":[]}]',
) as never;

test('CSV is that of REST', () => {
  expect(toCsv(COLUMNS, ROWS)).toBe(
    'n,"text ""x""",tags\r\n9007199254740993,"a,b\nc","[""é""]"\r\n,"",[]\r\n',
  );
});

test('NDJSON has a row a line', () => {
  expect(toNdjson(ROWS)).toBe(
    '{"n":9007199254740993,"text \\"x\\"":"a,b\\nc","tags":["é"]}\n{"n":null,"text \\"x\\"":"","tags":[]}\n',
  );
});

test.each([
  ['nl', 'STRING', ['NL', 'nl', 'BE'], ['NL', 'nl']],
  ['=nl', 'STRING', ['NL', 'NLD'], ['NL']],
  ['!nl', 'STRING', ['NL', 'BE', null], ['BE', null]],
  ['>10', 'INT64', [9, 10, 11, null], [11]],
  ['<= 10', 'NUMERIC', ['9.5', '10', '10.1'], ['9.5', '10']],
  ['>=2026-03-01', 'DATE', ['2026-02-28', '2026-03-01'], ['2026-03-01']],
  [
    '>2026-07-01',
    'TIMESTAMP',
    [1_782_777_600_000_000, 1_782_950_400_000_000],
    [1_782_950_400_000_000],
  ],
])('the filter %s of %s', (text, type, values, kept) => {
  const keeps = predicateOf(text, column('c', type));

  expect(values.filter((value) => keeps(value))).toEqual(kept);
});
