import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

test.each([
  ['METRICS_PORT', 'tcp://10.0.0.11:9090'],
  ['REDIS_PORT', 'tcp://10.0.0.11:6379'],
  ['FIELDSTONE_SERVICE_HOST', '10.0.0.12'],
  ['FIELDSTONE_SERVICE_PORT_HTTP', '80'],
  ['REDIS_PORT_6379_TCP_ADDR', '10.0.0.11'],
])('readConfig passes over %s=%s, which Kubernetes sets', (name, value) => {
  expect(readConfig({ [name]: value })).toEqual(readConfig({}));
});

test('readConfig refuses a wrong METRICS_PORT that is no service link', () => {
  expect(() => readConfig({ METRICS_PORT: '99999' })).toThrow(
    'METRICS_PORT must be a whole number',
  );
});
