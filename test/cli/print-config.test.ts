import { expect, test } from 'vitest';
import { printConfig } from '../../src/cli/print-config.ts';
import { readConfig } from '../../src/config/config.ts';

test('printConfig shows neither the hashes of keys nor passwords', () => {
  const text = printConfig(
    readConfig({
      KEYS: '{"version":1,"keys":[{"sha256":"abcdef"}]}',
      REDIS_URL: 'redis://me:secret@127.0.0.1:6379',
    }),
  );

  expect(text).toContain('\nkeys …\n');
  expect(text).not.toMatch(/sha256|abcdef|secret/);
  expect(printConfig(readConfig({}))).toContain('\nkeys -\n');
});
