import { isDeepStrictEqual } from 'node:util';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { schemaFiles } from '../../../src/cli/schema/schema-files.ts';
import { DuckDbEngine } from '../../../src/engines/duckdb/duckdb-engine.ts';
import { tableFilesOf } from '../../../src/engines/opening/open-engine.ts';
import { loadProject } from '../../../src/project/load-project.ts';
import { sharedProcesses } from '../../support/engine-processes.ts';
import { type Gateway, gateway } from '../../support/gateway.ts';
import { listen } from '../../support/http-server.ts';
import { inferShared } from '../../support/infer-shared.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Expected } from './answers.ts';
import { drawn, times } from './draw.ts';
import { openClients } from './interfaces/clients.ts';
import { checkContract } from './interfaces/openapi.ts';
import { REST_INTERFACES } from './interfaces/rest.ts';
import { randomProject, writeProject } from './project.ts';
import { drawRequest, type RandomRequest } from './requests.ts';
import type { Field } from './types.ts';
import { shown } from './values.ts';

// biome-ignore lint/style/noProcessEnv: `npm run fuzz:projects` has no other way to say it.
const FUZZED = process.env['FIELDSTONE_PROJECTS'];
const [FIRST, LAST] = (FUZZED ?? '1-1').split('-').map(Number);
const SEEDS = times((LAST ?? 0) - (FIRST ?? 0) + 1, (index) => index + (FIRST ?? 0));

const ENDPOINTS = FUZZED === undefined ? 8 : 12;
const REQUESTS = FUZZED === undefined ? 2 : 4;

test.each(SEEDS)(
  'all interfaces have equal values for the random project %i',
  async (seed) => {
    const project = randomProject(seed, ENDPOINTS);
    const server = await open(await writeProject(project));
    const requests = project.endpoints.flatMap((endpoint, index) =>
      drawn(seed * 1_000 + index, (draw) => times(REQUESTS, () => drawRequest(draw, endpoint))),
    );
    const found: string[] = [];

    for (const request of requests) found.push(...(await differences(server, request)));
    found.push(...(await checkContract(server.gateway, requests)));

    expect(found.slice(0, 5).join('\n\n'), `${found.length} differences`).toBe('');
  },
  FUZZED === undefined ? 120_000 : 600_000,
);

/** An interface of a gateway. */
interface Interface {
  readonly ask: (request: RandomRequest) => Promise<Expected>;
  /** The columns that its answer has. */
  readonly columnsOf: (request: RandomRequest) => readonly Field[];
}

interface Server {
  readonly gateway: Gateway;
  readonly interfaces: Readonly<Record<string, Interface>>;
}

async function open(folder: string): Promise<Server> {
  const loaded = await loadProject(folder, { inferFields: inferShared });
  const endpoints = prepareEndpoints(loaded);
  const opened = await gateway({
    endpoints,
    openEngine: () =>
      new DuckDbEngine({
        files: tableFilesOf(loaded, temporaryFolder()),
        processes: sharedProcesses(),
      }),
  });
  const schema = buildSchema(schemaFiles(endpoints).get('schema.graphql') ?? '');
  const url = `http://127.0.0.1:${await listen(opened.app)}/graphql`;
  const clients = await openClients({ url, schema, headers: { 'x-api-key': opened.key } });
  const rest = Object.entries(REST_INTERFACES).map(([name, ask]): [string, Interface] => [
    name,
    { ask: (request) => ask(opened, request), columnsOf: ({ endpoint }) => endpoint.columns },
  ]);
  const graphql = Object.entries(clients).map(([name, ask]): [string, Interface] => [
    name,
    { ask, columnsOf: ({ selected }) => selected },
  ]);
  return { gateway: opened, interfaces: Object.fromEntries([...rest, ...graphql]) };
}

function expectedOf({ endpoint, sent, shape }: RandomRequest, columns: readonly Field[]): Expected {
  const { isTruncated, rows } = endpoint.answer(sent, shape);
  const places = columns.map((column) => endpoint.columns.indexOf(column));
  const values = (row: Expected['rows'][number]) =>
    columns.map((column, i) => shown(column, row[places[i] ?? -1] ?? null));
  return { isTruncated, rows: rows.map(values) };
}

/** What interfaces answer in place of what is expected, each answer once. */
async function differences(
  { interfaces }: Server,
  request: RandomRequest,
): Promise<readonly string[]> {
  const wrong = new Map<string, string[]>();
  for (const [name, { ask, columnsOf }] of Object.entries(interfaces)) {
    const expected = expectedOf(request, columnsOf(request));
    const answer = await ask(request).catch((error: unknown) => error);
    if (isDeepStrictEqual(answer, expected)) continue;
    const text = answer instanceof Error ? messageOf(answer) : textOf(answer);
    const lines = `answers  ${text}\nexpected ${textOf(expected)}`;
    wrong.set(lines, [...(wrong.get(lines) ?? []), name]);
  }
  return [...wrong].map(([lines, names]) => report(names, request, lines));
}

/** What went wrong, in the same words of all clients. */
function messageOf({ message }: Error): string {
  return message.replace(/^\[GraphQL\] /, '').replace(/: \{"response":.*/s, '');
}

function report(names: readonly string[], request: RandomRequest, answer: string): string {
  const { endpoint, sent, shape } = request;
  const orders = shape.orderBy.map(
    ({ column, isDescending }) => `${isDescending ? '-' : ''}${column.name}`,
  );
  return [
    `${names.join(', ')} of ${endpoint.name} with ${textOf([...sent])}, ${orders}, ${shape.limit ?? 'all'}`,
    answer,
    endpoint.sql,
  ].join('\n');
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}
