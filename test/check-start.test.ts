import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProgram } from '../src/cli/fieldstone.ts';
import { PROJECT } from './support/project.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const TOKENS = { OIDC_ISSUER: 'http://127.0.0.1:1', AUDIENCE: 'fieldstone' };
const CLAIMS = '{"endpoints":"*","pins":{"project":"*"}}';
const NO_CREDENTIALS = {
  CLOUDSDK_CONFIG: '/nowhere',
  GOOGLE_APPLICATION_CREDENTIALS: '',
  HOME: '/nowhere',
  METADATA_SERVER_DETECTION: 'none',
};

/** Runs `config` in a folder with some files; gives what it printed, what it failed with and what it made. */
async function config(
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  vi.stubEnv('DATA_DIR', folder);
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, value.replace('FOLDER', folder));
  }
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const error: unknown = await createProgram(PROJECT)
      .parseAsync(['config'], { from: 'user' })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    const made = readdirSync(folder).filter((name) => !Object.hasOwn(files, name));
    return { error, made, out: write.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
}

test('config prints what a start would take, and makes nothing', async () => {
  const { error, made, out } = await config({ ...TOKENS, CLAIMS, DATA_DIR: 'FOLDER/new/data' });

  expect(error).toBeUndefined();
  expect(out).toContain('OIDC_ISSUER=http://127.0.0.1:1\n');
  expect(made).toEqual([]);
});

test.each<
  [
    what: string,
    environment: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
    says: string,
  ]
>([
  ['claims', { ...TOKENS, CLAIMS: 'endpoints' }, {}, 'Cannot use CLAIMS: line 1, it is not JSON; '],
  [
    'the key of tokens',
    { JWT_PUBLIC_KEY: 'x', AUDIENCE: 'a', CLAIMS },
    {},
    'JWT_PUBLIC_KEY must be one public key in PEM',
  ],
  ['KEYS', { KEYS: '{}' }, {}, 'Cannot use the keys in KEYS: line 1, version: '],
  ['a key file', {}, { 'keys.json': '{"version":2}' }, 'Cannot use the keys in "'],
  [
    'trusted documents',
    { TRUSTED_DOCUMENTS: 'FOLDER/none.json' },
    {},
    'Cannot read TRUSTED_DOCUMENTS "',
  ],
  [
    'an alias',
    { ENDPOINT_ALIASES: '{"11111111-1111-4111-8111-111111111111": "logs.al"}' },
    {},
    'ENDPOINT_ALIASES names the unknown endpoint "logs.al"',
  ],
  [
    'claims of a file',
    { CONFIG_FILE: 'FOLDER/c' },
    { c: '{"CLAIMS":{}}' },
    'CLAIMS.endpoints: must be',
  ],
  ['a proxy', { TRUST_PROXY: '0.0.0.0/0' }, {}, 'TRUST_PROXY must be addresses or networks'],
  ['memory', { DUCKDB_STORED_PROCESSES: '16' }, {}, 'Cannot run 17 engine processes in 1.1 GB'],
  [
    'a data folder that is a file',
    { DATA_DIR: 'FOLDER/file' },
    { file: '' },
    'file": it is not a folder',
  ],
  [
    'a data folder below a file',
    { DATA_DIR: 'FOLDER/file/data/more' },
    { file: '' },
    'file/data/more": it is not a folder',
  ],
  [
    'no credentials',
    {
      ...NO_CREDENTIALS,
      ENGINE: 'bigquery',
      BIGQUERY_PROJECT: 'my-project',
      BIGQUERY_DATASET: 'logs',
    },
    {},
    'ENGINE=bigquery needs credentials and there are none',
  ],
])('config refuses what a start refuses: %s', async (_, environment, files, says) => {
  const { error, out } = await config(environment, files);

  expect(error).toMatchObject({ message: expect.stringContaining(says) });
  expect(out).toBe('');
});
