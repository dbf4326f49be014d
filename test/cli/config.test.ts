import { expect, test } from 'vitest';
import { printConfig } from '../../src/cli/config.ts';
import { currentSettings } from '../../src/config/setting-list.ts';

test('printConfig shows what a setting is, where it comes from and what it would be', () => {
  const text = printConfig(
    currentSettings({
      environment: { PORT: '8080', DEMO: 'false', HOST: '' },
      envFile: { DEMO: 'false', PORT: '80' },
    }),
  );

  expect(text).toContain('# From environment; default: 4000.\nPORT=8080\n');
  expect(text).toContain('# From .env; default: true.\nDEMO=false\n');
  expect(text).toContain('# Default.\nHOST=127.0.0.1\n');
  expect(text).toContain('# The port to listen at; 0 is any that is free.\n');
  expect(text).toContain('\n# Default.\nKEYS=\n');
});

test('printConfig shows neither secrets nor the hashes of keys nor passwords', () => {
  const text = printConfig(
    currentSettings({
      environment: {
        CURSOR_SECRET: 'hunter2'.repeat(5),
        KEYS: '{"version":1,"keys":[{"sha256":"abcdef"}]}',
        REDIS_URL: 'redis://me:hunter2@127.0.0.1:6379',
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2',
      },
      envFile: {},
    }),
  );

  expect(text).toContain('\nKEYS=…\n');
  expect(text).toContain('\nREDIS_URL=redis://me:…@127.0.0.1:6379\n');
  expect(text).not.toMatch(/sha256|abcdef|hunter2/);
});

test('printConfig shows what CONFIG_FILE says, and what variables come before', () => {
  const text = printConfig(
    currentSettings({
      environment: { RATE_LIMIT_PER_MINUTE: '60', CLAIMS: '' },
      envFile: {},
      configFile: {
        RATE_LIMIT_PER_MINUTE: 600,
        CORS_ORIGINS: ['https://a.example', 'https://b.example'],
        KEY_LIMITS: { ci: { maxRunning: 1 } },
        CLAIMS: '{"endpoints":"*"}',
      },
    }),
  );

  for (const [source, setting] of [
    ['From CONFIG_FILE; default: *.', 'CORS_ORIGINS=https://a.example,https://b.example'],
    ['From CONFIG_FILE; default: {}.', 'KEY_LIMITS={"ci":{"maxRunning":1}}'],
    ['From CONFIG_FILE; default: none.', 'CLAIMS={"endpoints":"*"}'],
    [
      'From environment, which comes before CONFIG_FILE; default: 600000.',
      'RATE_LIMIT_PER_MINUTE=60',
    ],
    ['Default.', 'REFUSED_KEYS_PER_MINUTE=1000'],
  ]) {
    expect(text).toContain(`\n# ${source}\n${setting}\n`);
  }
});

test('printConfig takes what Kubernetes sets for no setting', () => {
  const text = printConfig(
    currentSettings({ environment: { METRICS_PORT: 'tcp://10.0.0.11:9090' }, envFile: {} }),
  );

  expect(text).toContain('\n# Default.\nMETRICS_PORT=\n');
});
