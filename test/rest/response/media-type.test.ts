import { expect, test } from 'vitest';
import { acceptedFormat } from '../../../src/rest/response/media-type.ts';

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/*', 'json'],
  ['text/csv', 'csv'],
  ['TEXT/CSV', 'csv'],
  ['text/*', 'csv'],
  ['text/csv; safe=true', 'csv-safe'],
  ['application/json; columns=true', 'json-columns'],
  ['application/json; columns=0', 'json'],
  ['*/*; columns=1', 'json-columns'],
  ['text/csv; columns=true', 'csv'],
  ['text/csv;safe="true";q=0.9', 'csv-safe'],
  ['text/csv; safe=false', 'csv'],
  ['text/csv; safe=0', 'csv'],
  ['text/csv; safe=1', 'csv-safe'],
  ['text/csv; safe', 'csv-safe'],
  ['application/x-ndjson', 'ndjson'],
  ['text/csv, application/json', 'json'],
  ['text/csv, application/json;q=0.9', 'csv'],
  ['text/csv;q=0.5, application/x-ndjson;q=0.6', 'ndjson'],
  ['text/csv, */*;q=0.1', 'csv'],
  ['text/csv, */*', 'csv'],
  ['*/*, application/x-ndjson', 'ndjson'],
  ['application/json, text/plain, */*', 'json'],
  ['application/json;q=0, */*', 'csv'],
  ['application/*;q=0, text/*', 'csv'],
  ['image/png', 'json'],
  ['image/png, text/html;q=0.3', 'json'],
  ['text/csv;q=0', 'json'],
  ['application/problem+json', 'json'],
  ['nonsense', 'json'],
  ['application/json;q=nonsense', 'json'],
  [`${'image/png,'.repeat(99)}text/csv`, 'csv'],
  [`${'image/png,'.repeat(100)}text/csv`, 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
])('acceptedFormat reads %j as %s', (accept, name) => {
  expect(acceptedFormat(accept).name).toBe(name);
});

test.each([
  'application/json;q=0',
  '*/*;q=0',
  'application/*;q=0',
  'image/png, application/json;q=0.000',
])('acceptedFormat refuses %s', (accept) => {
  expect(() => acceptedFormat(accept)).toThrow(
    expect.objectContaining({ code: 'NOT_ACCEPTABLE', status: 406 }),
  );
});
