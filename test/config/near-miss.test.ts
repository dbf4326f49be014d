import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

test.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['REDIS_ULR', 'REDIS_URL'],
  ['KEY_FILE', 'KEYS_FILE'],
  ['KEYFILE', 'KEYS_FILE'],
  ['CLAIM', 'CLAIMS'],
  ['CACHE_MEMORRY', 'CACHE_MEMORY'],
  ['redis_url', 'REDIS_URL'],
  ['DATA-DIR', 'DATA_DIR'],
  ['CACHE_MEM', 'CACHE_MEMORY'],
  ['port', 'PORT'],
  ['Demo', 'DEMO'],
  ['PROT', 'PORT'],
  ['PORTT', 'PORT'],
  ['HHOST', 'HOST'],
  ['DEOM', 'DEMO'],
])('readConfig stops at %s, which is nearly %s', (name, meant) => {
  expect(() => readConfig({ [name]: 'x' })).toThrow(
    `Cannot read the configuration: ${name} is no setting; ${meant} is`,
  );
});

test.each([
  'HOSTNAME',
  'PATH',
  'POST',
  'HOST',
  'SPORT',
  'MEMO',
  'EDITOR',
  'MEMORY_LIMIT',
  'PORTS',
  'DATABASE_URL',
  'MEM',
  'RATE_LIMIT',
])('readConfig passes over %s', (name) => {
  expect(() => readConfig({ [name]: '127.0.0.1' })).not.toThrow();
});
