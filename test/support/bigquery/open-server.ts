import { onTestFinished } from 'vitest';
import { sharedProcesses } from '../engine-processes.ts';
import { freshFiles } from '../fresh-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { BigQueryServer, type BigQueryServerOptions } from './server.ts';

/** A server that is closed when the running test ends; without a store its tables are empty. */
export async function openBigQueryServer(
  options: Partial<BigQueryServerOptions> = {},
): Promise<BigQueryServer> {
  const store = options.store ?? freshFiles(temporaryFolder());
  const processes = options.processes ?? sharedProcesses();
  // Started first, so that the first query is not later than the others.
  await processes.stored.start();
  const server = await BigQueryServer.open({ ...options, store, processes });
  onTestFinished(() => server.close());
  return server;
}
