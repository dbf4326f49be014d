import { expect, test } from 'vitest';
import { jobLabels } from '../../../../src/engines/bigquery/jobs/labels.ts';

const PURPOSE = { endpoint: 'logs.all', keyId: 'a1B2', via: 'graphql' } as const;

test('jobLabels has endpoint, key and interface in the alphabet of labels', () => {
  const labels = jobLabels({ endpoint: 'logs.all', keyId: 'Ä b/1', via: 'graphql' });

  expect(labels).toEqual({ endpoint: 'logs_all', key: '__b_1', interface: 'graphql' });
});

test('jobLabels has what the caller adds, and lets nothing replace its own', () => {
  const labels = jobLabels({ ...PURPOSE, labels: { team: 'search', key: 'another' } });

  expect(labels).toEqual({
    team: 'search',
    endpoint: 'logs_all',
    key: 'a1b2',
    interface: 'graphql',
  });
});

test('jobLabels has neither key nor labels of a caller for a merged job', () => {
  const sharers = [PURPOSE, { ...PURPOSE, keyId: 'other' }];

  const labels = jobLabels({ ...PURPOSE, labels: { team: 'search' }, sharers });

  expect(labels).toEqual({ endpoint: 'logs_all', key: 'merged', interface: 'graphql' });
});
