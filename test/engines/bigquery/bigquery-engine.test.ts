import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { fixtureStore } from '../../support/fixture-store.ts';
import { describeEngine } from '../contract.ts';
import { openEngine } from './open-engine.ts';

describeEngine({
  open: async (options) => openEngine((await openBigQueryServer()).url, options),
  openFixtures: async () =>
    openEngine((await openBigQueryServer({ store: await fixtureStore() })).url),
});
