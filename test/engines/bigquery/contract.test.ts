import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { describeEngine } from '../contract.ts';
import { openBigQueryEngine } from './open-engine.ts';

describeEngine({
  open: async (options) => openBigQueryEngine(await openBigQueryServer(), options),
  openFixtures: async () =>
    openBigQueryEngine(await openBigQueryServer({ store: await fixtureStore() })),
});
