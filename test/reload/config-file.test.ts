import { expect, test } from 'vitest';
import { FILE_SETTINGS } from '../../src/config/reloadable.ts';
import { parseConfigFile } from '../../src/reload/config-file.ts';
import { codeBlocks } from '../docs/markdown.ts';
import { NAMES } from '../support/service-names.ts';
import { WRONG_CONFIG_FILES } from './wrong-config-files.ts';

const OLD_ID = '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c';

test('parseConfigFile reads every member', () => {
  const claims = {
    endpoints: ['https://example.com/endpoints'],
    pins: { project: 'app_metadata.project_ref' },
    requestsPerMinute: { value: 60 },
  };
  const settings = {
    ENDPOINT_ALIASES: { [OLD_ID]: 'logs.all' },
    CORS_ORIGINS: ['https://app.example.com', 'https://*.example.com'],
    RATE_LIMIT_PER_MINUTE: 600,
    RATE_LIMIT_CACHED: false,
    REFUSED_KEYS_PER_MINUTE: 10,
    KEY_LIMITS: { 'jwt-1': { requestsPerMinute: 60, maxRunning: 1, maxWaiting: 2, maxBytes: 3 } },
  };

  const parsed = parseConfigFile(JSON.stringify({ ...settings, CLAIMS: claims }), NAMES);

  expect(parsed).toEqual({ ...settings, CLAIMS: JSON.stringify(claims) });
});

test('parseConfigFile takes an object without members for no settings', () => {
  expect(parseConfigFile('{}\n', NAMES)).toEqual({});
});

test('parseConfigFile takes the example of the documentation, which has every member', () => {
  const [example] = codeBlocks('docs/operating/configuration.md').filter(
    ({ attributes }) => attributes['title'] === 'config.json',
  );

  const settings = parseConfigFile(example?.text ?? '', NAMES);

  expect(Object.keys(settings).toSorted()).toEqual(
    [...Object.keys(FILE_SETTINGS.shape), 'CLAIMS'].toSorted(),
  );
});

test.each(WRONG_CONFIG_FILES)('parseConfigFile refuses $what', ({ text, says }) => {
  expect(() => parseConfigFile(text, NAMES)).toThrow(says);
});
