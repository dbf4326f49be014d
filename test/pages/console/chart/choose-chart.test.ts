import { expect, test } from 'vitest';
import type { Row } from '../../../../src/pages/console/api/run.ts';
import { chartData } from '../../../../src/pages/console/chart/chart-data.ts';
import { chooseChart } from '../../../../src/pages/console/chart/choose-chart.ts';
import { column } from '../endpoint.ts';

const rows = (...values: readonly Row[]) => values;

test('a time and numbers are lines, of numbers of one size', () => {
  const columns = [
    column('at', 'TIMESTAMP'),
    column('requests', 'INT64'),
    column('errors', 'INT64'),
    column('bytes', 'INT64'),
    column('trace_id', 'INT64'),
  ];
  const data = rows(
    { at: 2_000_000, requests: 100, errors: 5, bytes: 1e9, trace_id: 1 },
    { at: 1_000_000, requests: 90, errors: null, bytes: 1e9, trace_id: 2 },
  );

  const chart = chooseChart(columns, data);

  expect(chart).toEqual({ kind: 'line', x: 'at', y: ['requests', 'errors'] });
  expect(chart && chartData(chart, columns, data)).toMatchObject({
    x: [1, 2],
    scale: 'time',
    series: [
      { name: 'requests', values: [90, 100] },
      { name: 'errors', values: [null, 5] },
    ],
  });
});

test('a category and numbers are bars', () => {
  const columns = [column('country', 'STRING'), column('spent', 'NUMERIC')];
  const data = rows({ country: 'NL', spent: '10.5' }, { country: 'PT', spent: '9' });

  const chart = chooseChart(columns, data);

  expect(chart).toEqual({ kind: 'bars', x: 'country', y: ['spent'] });
  expect(chart && chartData(chart, columns, data)).toMatchObject({
    labels: ['NL', 'PT'],
    series: [{ values: [10.5, 9] }],
  });
});

test('a bucket and a number are a line, two numbers dots, one row figures', () => {
  const bucket = [column('hour', 'INT64'), column('n', 'INT64')];
  const two = [column('width', 'FLOAT64'), column('height', 'FLOAT64')];
  const data = rows({ hour: 1, n: 5, width: 1, height: 2 }, { hour: 2, n: 6, width: 2, height: 3 });

  expect(chooseChart(bucket, data)).toEqual({ kind: 'line', x: 'hour', y: ['n'] });
  expect(chooseChart(two, data)).toEqual({ kind: 'dots', x: 'width', y: ['height'] });
  expect(chooseChart(two, data.slice(0, 1))).toEqual({
    kind: 'figures',
    x: undefined,
    y: ['width', 'height'],
  });
});

test('there is no chart of texts, of nested values, and of nulls', () => {
  const nested = column('tags', 'INT64', { mode: 'REPEATED' });

  expect(chooseChart([column('a', 'STRING'), nested], rows({ a: 'x', tags: [1] }))).toBeUndefined();
  expect(chooseChart([column('n', 'INT64')], rows({ n: null }, { n: null }))).toBeUndefined();
});

test('rows of one place are told apart by another column', () => {
  const columns = [column('day', 'DATE'), column('shop', 'STRING'), column('n', 'INT64')];
  const data = rows(
    { day: '2026-01-01', shop: 'a', n: 1 },
    { day: '2026-01-01', shop: 'b', n: 2 },
    { day: '2026-01-02', shop: 'a', n: 3 },
  );

  const chart = chooseChart(columns, data);

  expect(chart && chartData(chart, columns, data)).toMatchObject({
    splitBy: 'shop',
    x: [1_767_225_600, 1_767_312_000],
    series: [
      { name: 'a', values: [1, 3] },
      { name: 'b', values: [2, null] },
    ],
  });
});
