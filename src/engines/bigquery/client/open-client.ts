import type { BigQueryConfig } from '../../../config/config.ts';
import { BigQueryClient, type ClientOptions } from './client.ts';

/** A client for the settings; rejects without credentials. */
export function openClient(
  settings: BigQueryConfig,
  headers?: ClientOptions['headers'],
): Promise<BigQueryClient> {
  const { dataset, endpoint, jobProject, location, project, reservation } = settings;
  return BigQueryClient.open({
    project: jobProject,
    defaultDataset: { projectId: project, datasetId: dataset },
    location,
    reservation,
    endpoint,
    headers,
  });
}
