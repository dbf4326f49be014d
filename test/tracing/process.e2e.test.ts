import { expect, onTestFinished, test } from 'vitest';
import { openBigQueryServer } from '../support/bigquery/open-server.ts';
import { startGateway } from '../support/gateway-process.ts';
import { writeKeys } from '../support/key-file.ts';
import { otlpReceiver } from '../support/otlp-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
/** No batch is sent before the end. */
const LATE = { OTEL_BSP_SCHEDULE_DELAY: '3600000', DRAIN_SECONDS: '0' };

test('a gateway on BigQuery says the job, hands on traceparent, and sends its last spans when it ends', async () => {
  const receiver = await otlpReceiver();
  const bigquery = await openBigQueryServer();
  const sent = new Set<unknown>();
  const see = ({ request }: { readonly request: { readonly headers: object } }) => {
    sent.add(Object.entries(request.headers).find(([name]) => name === 'traceparent')?.[1]);
    return false;
  };
  bigquery.script([{ match: see, reply: async () => undefined }]);
  const folder = temporaryFolder();
  const [key = ''] = await writeKeys(`${folder}/keys.json`, 1);
  const gateway = await startGateway({
    folder,
    environment: {
      ENGINE: 'bigquery',
      BIGQUERY_PROJECT: 'fieldstone-test',
      BIGQUERY_DATASET: 'logs',
      BIGQUERY_API_ENDPOINT: bigquery.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      ...LATE,
    },
  });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  const path = '/api/endpoints/query/usage.api-counts?project=a&interval=daily';
  const headers = { 'x-api-key': key, traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };
  const response = await fetch(gateway.url + path, { headers });
  expect(response.status).toBe(200);
  expect(receiver.spans).toEqual([]);

  gateway.child.kill('SIGTERM');
  expect(await gateway.ended).toBe(0);

  const run = receiver.spans.find(({ name }) => name === 'query usage.api-counts');
  expect(run).toMatchObject({
    traceId: TRACE_ID,
    attributes: {
      'db.system.name': 'gcp.bigquery',
      'fieldstone.job_id': expect.stringMatching(/./),
    },
  });
  expect(sent).toContain(`00-${TRACE_ID}-${run?.spanId}-01`);
  expect(receiver.text()).not.toContain('fieldstone-test');
});

test('a gateway whose receiver is not there answers, and ends in time', async () => {
  const folder = temporaryFolder();
  const [key = ''] = await writeKeys(`${folder}/keys.json`, 1);
  const gateway = await startGateway({
    folder,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', DRAIN_SECONDS: '0' },
  });
  onTestFinished(() => void gateway.child.kill('SIGKILL'));
  const path = '/api/endpoints/query/usage.api-counts?project=a&interval=daily';
  const response = await fetch(gateway.url + path, { headers: { 'x-api-key': key } });
  expect(response.status).toBe(200);

  gateway.child.kill('SIGTERM');

  expect(await gateway.ended).toBe(0);
  expect(gateway.complaints()).toBe('');
});
