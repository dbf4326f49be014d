import { expect, test } from 'vitest';
import { jobLabels } from '../../../src/engines/bigquery/labels.ts';

test('jobLabels writes names in the alphabet of labels', () => {
  const labels = jobLabels({ endpoint: 'logs.all', keyId: 'Ä b/1', door: 'graphql' });

  expect(labels).toEqual({ endpoint: 'logs_all', key_id: '__b_1', door: 'graphql' });
});

test('jobLabels cuts long names', () => {
  const { endpoint } = jobLabels({ endpoint: 'a'.repeat(80), keyId: '', door: 'rest' });

  expect(endpoint).toHaveLength(63);
});
