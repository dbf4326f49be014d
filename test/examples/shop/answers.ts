import { parse as parseCsv } from 'csv-parse/sync';
import type { Gateway } from '../../support/gateway.ts';
import { type Arguments, type ShopRequest, urlOf } from './requests.ts';

/** A row by the names of its columns. */
export type RowObject = Readonly<Record<string, unknown>>;

/** The text of an answer of the REST path, which must be 200. */
export async function textOf(
  { app, key }: Gateway,
  request: ShopRequest,
  { accept = 'application/json', key: own = key, more = {} }: TextOptions = {},
): Promise<string> {
  const url = urlOf(request, more);
  const { body, statusCode } = await app.inject({ url, headers: { accept, 'x-api-key': own } });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
  return body;
}

interface TextOptions {
  readonly accept?: string;
  readonly key?: string;
  /** Arguments besides those of the request. */
  readonly more?: Arguments;
}

/** The rows of an answer of the REST path. */
export async function restRows(
  gateway: Gateway,
  request: ShopRequest,
): Promise<readonly RowObject[]> {
  return JSON.parse(await textOf(gateway, request)).result;
}

/** The rows of an answer in NDJSON. */
export async function ndjsonRows(
  gateway: Gateway,
  request: ShopRequest,
): Promise<readonly RowObject[]> {
  const text = await textOf(gateway, request, { accept: 'application/x-ndjson' });
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The cells of an answer in CSV, the header first. */
export async function csvCells(
  gateway: Gateway,
  request: ShopRequest,
): Promise<readonly (readonly string[])[]> {
  return parseCsv(await textOf(gateway, request, { accept: 'text/csv' }));
}

/** What CSV has of rows of the REST path: nested values as JSON, null as nothing. */
export function cellsOf(
  names: readonly string[],
  rows: readonly RowObject[],
): readonly (readonly string[])[] {
  const cell = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
}
