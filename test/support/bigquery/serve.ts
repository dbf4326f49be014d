import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freshFiles } from '../fresh-files.ts';
import { BigQueryServer } from './server.ts';

const HELP = `Usage: node test/support/bigquery/serve.ts --data DIR [options]

Serves the Parquet files of a DATA_DIR as BigQuery does, for trying ENGINE=bigquery without one.

  --port PORT           default 9050
  --project ID          default fieldstone-test
  --dataset ID          default logs
  --location NAME       default US
  --partition-filter    tables require a bound on "timestamp"
  --empty               without the dataset and its tables: for creating them
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9050' },
    data: { type: 'string' },
    project: { type: 'string', default: 'fieldstone-test' },
    dataset: { type: 'string', default: 'logs' },
    location: { type: 'string', default: 'US' },
    'partition-filter': { type: 'boolean', default: false },
    empty: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help || values.data === undefined || !existsSync(values.data)) {
  process.stderr.write(values.help ? HELP : `There is no folder "${values.data}"\n\n${HELP}`);
  process.exit(values.help ? 0 : 2);
}

const server = await BigQueryServer.open({
  store: freshFiles(values.data),
  port: Number(values.port),
  project: values.project,
  dataset: values.empty ? null : values.dataset,
  location: values.location,
  requirePartitionFilter: values['partition-filter'],
});

process.stdout.write(`${server.url}

  ENGINE=bigquery BIGQUERY_PROJECT=${values.project} BIGQUERY_DATASET=${values.dataset} BIGQUERY_API_ENDPOINT=${server.url} npm start

`);

const stop = () => void server.close().then(() => process.exit(0));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
