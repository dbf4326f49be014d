import { expect, test } from 'vitest';
import { arrayOf, SCALARS, structOf } from '../../../src/googlesql/types.ts';
import { createRedactor } from '../../../src/redaction/redactor.ts';

const redactor = createRedactor('default');

test.each([
  ['{"name":"password","value":"x"}', '{"name":"password","value":"REDACTED"}'],
  ['{"value":"x","n":1,"name":"password"}', '{"value":"REDACTED","n":1,"name":"password"}'],
  ['[{"Key":"API_KEY","Value":["x","y"]}]', '[{"Key":"API_KEY","Value":["REDACTED","REDACTED"]}]'],
  [
    '{"value":{"stringValue":"x"},"key":"token"}',
    '{"value":{"stringValue":"REDACTED"},"key":"token"}',
  ],
  [
    '{"log":"{\\"name\\":\\"password\\",\\"value\\":\\"x\\"}"}',
    '{"log":"{\\"name\\":\\"password\\",\\"value\\":\\"REDACTED\\"}"}',
  ],
  [
    '{"name":"password","value":"10.0.0.1","to":"10.0.0.2"}',
    '{"name":"password","value":"REDACTED","to":"REDACTED"}',
  ],
  ['{"name":"color","value":"red"}', undefined],
  ['{"name":"password","value":5}', undefined],
  ['{"name":"password","next":{"value":"x"}}', undefined],
  ['{"name":"password","value":""}', undefined],
])('createRedactor reads pairs of name and value in %s', (text, expected) => {
  expect(redactor.text(text)).toBe(expected ?? text);
  expect(redactor.text(expected ?? text)).toBe(expected ?? text);
});

test('createRedactor reads many pairs in time that grows with their number', () => {
  const depth = 20_000;
  const text = `${'{"name":"password","value":"x","in":'.repeat(depth)}1${'}'.repeat(depth)}`;

  expect(redactor.text(text)).toBe(text.replaceAll('"x"', '"REDACTED"'));
});

test('Redactor.rows reads pairs of name and value in rows and structs', async () => {
  const pair = structOf([
    { name: 'key', type: SCALARS.STRING },
    { name: 'value', type: SCALARS.STRING },
  ]);
  const columns = [
    { name: 'Value', type: SCALARS.STRING },
    { name: 'name', type: SCALARS.STRING },
    { name: 'headers', type: arrayOf(pair) },
  ];
  const headers = [
    ['authorization', 'x'],
    ['accept', 'y'],
    [null, 'z'],
  ];

  const redacted = await redactor.rows(
    [
      ['a', 'token', headers],
      ['b', 'color', []],
    ],
    columns,
  );

  expect(redacted).toEqual([
    [
      'REDACTED',
      'token',
      [
        ['authorization', 'REDACTED'],
        ['accept', 'y'],
        [null, 'z'],
      ],
    ],
    ['b', 'color', []],
  ]);
});
