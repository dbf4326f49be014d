import { expect, onTestFinished, vi } from 'vitest';
import { prepareEndpoints } from '../../../../src/catalog/prepare.ts';
import { checkOnBigQuery } from '../../../../src/cli/check/on-bigquery.ts';
import { runCreate } from '../../../../src/cli/warehouse/create.ts';
import { BigQueryClient } from '../../../../src/engines/bigquery/client/client.ts';
import { status } from '../../../support/bigquery/replies.ts';
import { withoutCredentials } from '../../../support/metadata-server.ts';
import { PROJECT } from '../../../support/project.ts';
import { openProxy } from '../../../support/proxy.ts';
import { openClient } from '../open-engine.ts';
import { change, openRig, type Rig, type Situation, TABLE } from './rig.ts';

/** How many log tables there are. */
const TABLES = PROJECT.tables.size;

/** Four states of one process: wrong, named, right, and wrong again. */
export const START: readonly Situation[] = [
  {
    name: 'a table is missing, and comes',
    expected: 'tables, then ready',
    isLong: true,
    try: async () => {
      const rig = await openRig({ requirePartitionFilter: false });
      const { tableReference, schema, timePartitioning } = rig.server.catalog.table('logs', TABLE);
      rig.server.catalog.dropTable('logs', TABLE);
      const before = await rig.ready();
      expect(rig.findings.join()).toContain('table "cloudflare.logs.prod" does not exist');
      expect(before).not.toMatch(/cloudflare|logs\./);
      const resource = { tableReference, schema, timePartitioning };
      rig.server.catalog.addTable('logs', resource as never);
      await expect.poll(() => rig.ready()).toBe('ready');
      const check = /check of (\w+)/.exec(before)?.[1];
      return { seen: `${check}, then ready`, server: rig.server };
    },
  },
  {
    name: 'a column of another type',
    expected: 'tables',
    try: async () => {
      const rig = await openRig();
      change((fields) =>
        fields.map((field) => (field.name === 'id' ? { ...field, type: 'INTEGER' } : field)),
      )(rig);
      const said = await rig.ready();
      expect(rig.findings).toEqual([
        'table "cloudflare.logs.prod" column "id" is INT64 in place of STRING',
      ]);
      return { seen: /check of (\w+)/.exec(said)?.[1] ?? said, server: rig.server };
    },
  },
  {
    name: 'an optional table is missing',
    expected: 'ready, no rows',
    try: async () => {
      const rig = await openRig({}, { optional: new Set(['cloudflare.logs.prod']) });
      rig.server.catalog.dropTable('logs', TABLE);
      const said = await rig.ready();
      return { seen: `${said}, ${(await rig.ask()) || 'no rows'}`, server: rig.server };
    },
  },
  {
    name: 'the role to run jobs is missing, and given',
    expected: 'ENGINE_FAILED, then ready',
    try: async () => {
      const rig = await openRig();
      rig.server.script([{ match: 'POST /jobs', times: 1, reply: status(403, 'accessDenied') }]);
      const before = await rig.ready();
      const code = /The query failed/.test(before) ? 'ENGINE_FAILED' : before;
      return { seen: `${code}, then ${await rig.ready()}`, server: rig.server };
    },
  },
  {
    name: 'an outage of the service, once ready',
    expected: 'ready, then outage, then ready',
    try: async () => {
      const rig = await openRig();
      const first = await rig.ready();
      rig.server.script([{ match: 'POST /jobs', reply: status(503, 'backendError') }]);
      const second = await rig.ready();
      rig.server.script([]);
      return { seen: `${first}, then ${second}, then ${await rig.ready()}`, server: rig.server };
    },
  },
  {
    name: 'a dataset elsewhere than asked',
    expected: 'tables',
    try: async () => {
      const rig = await openRig({ location: 'europe-west3' }, { location: 'US' });
      const said = await rig.ready();
      expect(rig.findings[0]).toContain('is in location europe-west3, BIGQUERY_LOCATION says US');
      return { seen: /check of (\w+)/.exec(said)?.[1] ?? said, server: rig.server };
    },
  },
  {
    name: 'the dataset is missing, and comes with its tables',
    expected: `tables, ${TABLES} created, ready`,
    isLong: true,
    try: async () => {
      const rig = await openRig({ dataset: null });
      const said = await rig.ready();
      rig.server.catalog.addDataset({ datasetReference: { datasetId: 'logs' } });
      const created = await create(rig);
      await expect.poll(() => rig.ready()).toBe('ready');
      return { seen: `${checkOf(said)}, ${created} created, ready`, server: rig.server };
    },
  },
  {
    name: 'warehouse:create twice',
    expected: `${TABLES} created, ${TABLES} exist`,
    try: async () => {
      const rig = await openRig({ dataset: null });
      rig.server.catalog.addDataset({ datasetReference: { datasetId: 'logs' } });
      const created = await create(rig);
      return {
        seen: `${created} created, ${await create(rig, 'exists')} exist`,
        server: rig.server,
      };
    },
  },
  {
    name: 'check --bigquery: five spoiled tables and a dropped one',
    expected: '6 tables named',
    isLong: true,
    try: async () => {
      const rig = await openRig();
      const [dropped, ...others] = rig.server.catalog.tables('logs').map(idOf);
      rig.server.catalog.dropTable('logs', dropped ?? '');
      for (const id of others.slice(0, 5)) {
        rig.server.catalog.changeFields('logs', id, (fields) =>
          fields.map((field) => (field.name === 'id' ? { ...field, type: 'FLOAT' } : field)),
        );
      }
      const { tables } = await check(rig);
      const named = tables.filter(({ problems }) => problems.length > 0);
      return { seen: `${named.length} tables named`, server: rig.server };
    },
  },
  {
    name: 'check --bigquery: tables without rows',
    expected: 'no problem, cannot tell',
    isLong: true,
    try: async () => {
      const rig = await openRig({}, { rows: [] });
      await rig.ready();
      const { statements, tables } = await check(rig);
      const problems = [...tables, ...statements].flatMap((one) => one.problems);
      const isUnknown = statements.every(({ prunes }) => prunes === 'cannot tell');
      return {
        seen: `${problems[0] ?? 'no problem'}, ${isUnknown ? 'cannot tell' : 'pruned'}`,
        server: rig.server,
      };
    },
  },
  {
    name: 'https: and no credentials',
    expected: 'needs credentials',
    try: async () => {
      withoutCredentials();
      const rig = await openRig();
      const opened = BigQueryClient.open({ project: 'p', endpoint: 'https://127.0.0.1:1' });
      const seen = await opened.then(
        () => 'opened',
        (error) => /needs credentials/.exec(error.message)?.[0],
      );
      return { seen: String(seen), server: rig.server };
    },
  },
  {
    name: 'a proxy that alone knows the endpoint',
    expected: 'a b through the proxy',
    try: async () => {
      const rig = await openRig({}, {}, async (endpoint) => {
        const proxy = await openProxy(endpoint);
        vi.stubEnv('HTTPS_PROXY', proxy.url);
        onTestFinished(() => void vi.unstubAllEnvs());
        return openClient('http://bigquery.test');
      });
      return { seen: `${await rig.ask()} through the proxy`, server: rig.server };
    },
  },
];

function checkOf(said: string): string {
  return /check of ([a-z ]+) fails/.exec(said)?.[1] ?? said;
}

function idOf(resource: { readonly tableReference?: { readonly tableId?: string } }): string {
  return resource.tableReference?.tableId ?? '';
}

/** How many tables came out so. */
async function create({ client, tables }: Rig, outcome = 'created'): Promise<number> {
  const lines: string[] = [];
  await runCreate({ client, tables, print: (line) => lines.push(line) });
  return lines.filter((line) => line.endsWith(`: ${outcome}`)).length;
}

function check({ client, tables }: Rig) {
  const endpoints = prepareEndpoints(PROJECT);
  return checkOnBigQuery({ client, tables, endpoints, now: 1_782_907_200_000_000n });
}
