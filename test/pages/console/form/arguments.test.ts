import { expect, test } from 'vitest';
import { bodyOf } from '../../../../src/pages/console/api/run.ts';
import {
  exampleValues,
  faultsOf,
  isComplete,
  runOf,
} from '../../../../src/pages/console/form/arguments.ts';
import { endpoint, parameter } from '../endpoint.ts';

const PARAMETERS = [
  parameter('since', { type: 'DATE', example: '2026-03-01' }),
  parameter('until', { type: 'DATE' }),
  parameter('countries', { type: 'ARRAY<STRING>', example: ['NL', 'PT'] }),
  parameter('least', { type: 'INT64' }),
  parameter('share', { type: 'FLOAT64' }),
  parameter('price', { type: 'NUMERIC' }),
  parameter('open', { type: 'BOOL' }),
  parameter('filter', { type: 'JSON', example: { a: 1 } }),
  parameter('name', { required: true, example: 'x' }),
  parameter('shop', { pinned: 'north', required: false, example: 'north' }),
];
const ENDPOINT = endpoint({ parameters: PARAMETERS });

const values = (text: string) => new URLSearchParams(text);

test('a form begins with the examples, without what the key pins', () => {
  expect(exampleValues(ENDPOINT).toString()).toBe(
    values('since=2026-03-01&countries=NL&countries=PT&filter={"a":1}&name=x').toString(),
  );
  expect(isComplete(ENDPOINT, exampleValues(ENDPOINT))).toBe(true);
  expect(isComplete(ENDPOINT, values('since=2026-03-01'))).toBe(false);
});

test('what is sent has all digits, and nothing that was left out', () => {
  const form = values(
    'countries=NL&least=9007199254740993&share=0.5&price=12345678901234567890.5&open=true&name=&until=',
  );

  const run = runOf(ENDPOINT, new URLSearchParams([...form, ['$limit', '5'], ['$order', '-id']]));

  expect(bodyOf(run)).toBe(
    '{"countries":["NL"],"least":9007199254740993,"share":0.5,"price":"12345678901234567890.5","open":true,"name":"","limit":5,"order_by":"-id"}',
  );
});

test('an endpoint without a shape is sent none', () => {
  const plain = endpoint({ limit: false, orderBy: [] });

  expect(bodyOf(runOf(plain, new URLSearchParams([['$limit', '5']])))).toBe('{}');
});

test('faults stand at their fields', () => {
  const form = values('since=2026-03-02&until=2026-03-01&countries=NL&least=many&name=x');
  form.set('$limit', '1001');

  expect(Object.fromEntries(faultsOf(ENDPOINT, form))).toEqual({
    until: 'This is before "since"',
    least: 'This must be a whole number',
    $limit: 'This must be a number from 1 to 1000',
  });
});

test('a required field that is empty is a fault, but a text may be empty', () => {
  const parameters = [
    parameter('day', { type: 'DATE', required: true }),
    parameter('name', { required: true }),
  ];

  expect([...faultsOf(endpoint({ parameters }), values(''))]).toEqual([
    ['day', 'This is required'],
  ]);
});
