import { parse as parseCsv } from 'csv-parse/sync';
import type { Gateway } from '../../../support/gateway.ts';
import type { Expected, RowShape } from '../answers.ts';
import type { RandomRequest } from '../requests.ts';
import type { Field, Value } from '../types.ts';
import {
  decodeFields,
  elementOf,
  type Notation,
  type Parsed,
  parseExactly,
  restScalar,
  scalarOf,
} from '../values.ts';

/** A way to send a request and to read its answer. */
export type Interface = (gateway: Gateway, request: RandomRequest) => Promise<Expected>;

const REST: Notation = { nameOf: (name) => name, scalar: restScalar };

type Row = { readonly [name: string]: Parsed };

/** The rows of an answer's text. */
type Read = (text: string, columns: readonly Field[]) => Expected['rows'];

const readObjects = (rows: readonly Row[], columns: readonly Field[]) =>
  rows.map((row) => {
    const names = columns.map(({ name }) => name);
    if (Object.keys(row).join() !== names.join())
      throw new Error(`${Object.keys(row)} are not ${names}`);
    return decodeFields(columns, row, REST);
  });

const readJson: Read = (text, columns) =>
  readObjects((parseExactly(text) as { readonly result: readonly Row[] }).result, columns);

const readNdjson: Read = (text, columns) => {
  if (text !== '' && !text.endsWith('\n')) throw new Error('The last line does not end');
  return readObjects(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => parseExactly(line) as Row),
    columns,
  );
};

/** An empty cell is NULL, and one in quotes the empty text. */
const readCsv: Read = (text, columns) => {
  const cast = (cell: string, { quoting }: { readonly quoting: boolean }) =>
    cell === '' && !quoting ? null : cell;
  const [header, ...rows]: readonly (readonly (string | null)[])[] = parseCsv(text, { cast });
  const names = columns.map(({ name }) => name);
  if (header?.join() !== names.join()) throw new Error(`${header} is not ${names}`);
  return rows.map((cells) => {
    const row = Object.fromEntries(
      columns.map((column, i) => [column.name, parsedCell(column, cells[i] ?? null)]),
    );
    return decodeFields(columns, row, REST);
  });
};

/** What JSON has in place of a cell: nested values, numbers, BOOL and JSON are JSON in CSV too. */
function parsedCell({ kind, mode }: Field, cell: string | null): Parsed {
  if (cell === null) return null;
  const isJson =
    mode === 'REPEATED' ||
    ['STRUCT', 'JSON', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP'].includes(kind);
  return isJson ? parseExactly(cell) : cell;
}

function orderText({ orderBy }: RowShape): string {
  return orderBy
    .map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column.name}`)
    .join(',');
}

/** The members of a query string or a form. */
export function formOf({ endpoint, sent, shape }: RandomRequest): string {
  const pairs = endpoint.parameters.flatMap(({ field }) => {
    const value = sent.get(field.name);
    if (value === undefined) return [];
    const { text } = scalarOf(field);
    if (field.mode !== 'REPEATED') return [[field.name, text(value)]];
    const items = value as readonly Value[];
    return items.length === 0 ? [[field.name, '']] : items.map((item) => [field.name, text(item)]);
  });
  if (shape.limit !== undefined) pairs.push(['limit', String(shape.limit)]);
  if (shape.orderBy.length > 0) pairs.push(['order_by', orderText(shape)]);
  return String(new URLSearchParams(pairs as [string, string][]));
}

/** A JSON body. */
export function bodyOf({ endpoint, sent, shape }: RandomRequest): string {
  const members = endpoint.parameters.flatMap(({ field }) => {
    const value = sent.get(field.name);
    return value === undefined
      ? []
      : [`${JSON.stringify(field.name)}:${jsonArgument(field, value)}`];
  });
  if (shape.limit !== undefined) members.push(`"limit":${shape.limit}`);
  if (shape.orderBy.length > 0) members.push(`"order_by":${JSON.stringify(orderText(shape))}`);
  return `{${members.join(',')}}`;
}

function jsonArgument(field: Field, value: Value): string {
  if (field.mode !== 'REPEATED') {
    const { json, body = json } = scalarOf(field);
    return body(value);
  }
  const element = elementOf(field);
  return `[${(value as readonly Value[]).map((item) => jsonArgument(element, item)).join(',')}]`;
}

/** A request to the path of an endpoint. */
interface Sent {
  readonly method: 'GET' | 'POST';
  readonly query?: string;
  readonly payload?: string;
  readonly type?: string;
}

const inUrl = (request: RandomRequest): Sent => ({ method: 'GET', query: formOf(request) });
const asForm = (request: RandomRequest): Sent => ({
  method: 'POST',
  payload: formOf(request),
  type: 'application/x-www-form-urlencoded',
});
const asJson = (request: RandomRequest): Sent => ({
  method: 'POST',
  payload: bodyOf(request),
  type: 'application/json',
});

/** The text of an answer that must be 200, and whether rows were cut. */
export async function restAnswer({ app, key }: Gateway, name: string, sent: Sent, accept: string) {
  const { method, payload, query = '', type } = sent;
  const url = `/api/endpoints/query/${name}?${query}`;
  const headers = { 'x-api-key': key, accept, ...(type !== undefined && { 'content-type': type }) };
  const response = await app.inject({
    method,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  const { body, statusCode } = response;
  if (statusCode !== 200) throw new Error(`${statusCode} ${body.slice(0, 300)}`);
  return { body, isTruncated: response.headers['fieldstone-truncated'] === 'true' };
}

function over(send: (request: RandomRequest) => Sent, accept: string, read: Read): Interface {
  return async (gateway, request) => {
    const { columns, name } = request.endpoint;
    const { body, isTruncated } = await restAnswer(gateway, name, send(request), accept);
    return { rows: read(body, columns), isTruncated };
  };
}

/** The interfaces below the REST path. */
export const REST_INTERFACES: Readonly<Record<string, Interface>> = {
  'REST GET': over(inUrl, 'application/json', readJson),
  'REST form': over(asForm, 'application/json', readJson),
  'REST JSON': over(asJson, 'application/json', readJson),
  CSV: over(inUrl, 'text/csv', readCsv),
  NDJSON: over(asJson, 'application/x-ndjson', readNdjson),
};
