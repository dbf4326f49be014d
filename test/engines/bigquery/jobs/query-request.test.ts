import { expect, test } from 'vitest';
import { jobLabels } from '../../../../src/engines/bigquery/jobs/query-request.ts';

test('jobLabels writes names in the alphabet of labels', () => {
  const labels = jobLabels({ endpoint: 'logs.all', keyId: 'Ä b/1', via: 'graphql' });

  expect(labels).toEqual({ endpoint: 'logs_all', key_id: '__b_1', interface: 'graphql' });
});

test('jobLabels cuts long names', () => {
  const { endpoint } = jobLabels({ endpoint: 'a'.repeat(80), keyId: '', via: 'rest' });

  expect(endpoint).toHaveLength(63);
});
