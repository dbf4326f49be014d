import { logsAll } from '../support/endpoints.ts';

/** A `CONFIG_FILE` of which one thing is wrong. */
export interface WrongConfigFile {
  readonly what: string;
  readonly text: string;
  /** What the refusal says, after the name of the file. */
  readonly says: string;
}

const UNKNOWN = 'is no member that is known here';
const OLD_ID = '1e09a9a8-3d1f-4b37-8f0a-7d1d0c1a2b3c';
const LOGS_ALL_ID = logsAll.id.toUpperCase();

const SOUND = ['"RATE_LIMIT_PER_MINUTE": 600', '"CORS_ORIGINS": ["https://a.example"]'];

/** A file with one member more, on line 4. */
function member(what: string, text: string, says: string): WrongConfigFile {
  return { what, text: `{\n${[...SOUND, text].join(',\n')}\n}\n`, says: `line 4, ${says}` };
}

const claims = (what: string, text: string, says: string) =>
  member(what, `"CLAIMS": {${text}}`, `CLAIMS${says}`);

/** Files that must be refused as a whole. */
export const WRONG_CONFIG_FILES: readonly WrongConfigFile[] = [
  { what: 'an empty file', text: '', says: 'line 1, it is not JSON' },
  { what: 'half a file', text: '{"RATE_LIMIT_PER_MINUTE": 6', says: 'line 1, it is not JSON' },
  { what: 'a comment', text: '{\n// limits\n}', says: 'line 2, it is not JSON' },
  { what: 'a trailing comma', text: '{"RATE_LIMIT_PER_MINUTE": 6,\n}', says: 'it is not JSON' },
  { what: 'a byte order mark', text: '\uFEFF{}', says: 'line 1, it begins with a byte order mark' },
  { what: 'a list', text: '[]', says: 'line 1, must be an object' },
  { what: 'null', text: 'null', says: 'line 1, must be an object' },
  member('a misspelt member', '"RATE_LIMIT_PER_MINUTES": 1', `RATE_LIMIT_PER_MINUTES: ${UNKNOWN}`),
  member('a variable that needs a restart', '"PORT": 1', `PORT: ${UNKNOWN}`),
  member('a member in small letters', '"cors_origins": ["*"]', `cors_origins: ${UNKNOWN}`),
  member('a member twice', '"CORS_ORIGINS": ["*"]', 'CORS_ORIGINS: is there twice'),
  member('__proto__', '"__proto__": {}', '__proto__: is no name of a member'),
  member(
    'a number in a text',
    '"REFUSED_KEYS_PER_MINUTE": "5"',
    'REFUSED_KEYS_PER_MINUTE: must be a number',
  ),
  member(
    'no request',
    '"REFUSED_KEYS_PER_MINUTE": 0',
    'REFUSED_KEYS_PER_MINUTE: must be at least 1',
  ),
  member(
    'half a request',
    '"REFUSED_KEYS_PER_MINUTE": 0.5',
    'REFUSED_KEYS_PER_MINUTE: must be a whole number',
  ),
  member(
    'null for a member',
    '"RATE_LIMIT_CACHED": null',
    'RATE_LIMIT_CACHED: must be true or false',
  ),
  member(
    'a word for a boolean',
    '"RATE_LIMIT_CACHED": "no"',
    'RATE_LIMIT_CACHED: must be true or false',
  ),
  {
    what: 'origins in one text',
    text: '{"CORS_ORIGINS": "https://a.example"}',
    says: 'line 1, CORS_ORIGINS: must be a list',
  },
  {
    what: 'an origin with a path',
    text: '{"CORS_ORIGINS": ["*",\n"https://a.example/b"]}',
    says: 'line 2, CORS_ORIGINS[1]: must be',
  },
  { what: 'no origin', text: '{"CORS_ORIGINS": []}', says: 'CORS_ORIGINS: must name an origin' },
  member(
    'an alias that is no UUID',
    '"ENDPOINT_ALIASES": {"old": "logs.all"}',
    'ENDPOINT_ALIASES.old: is no UUID',
  ),
  member(
    'an alias of no endpoint',
    `"ENDPOINT_ALIASES": {"${OLD_ID}": "logs.al"}`,
    `ENDPOINT_ALIASES["${OLD_ID}"]: there is no endpoint "logs.al"; known are `,
  ),
  member(
    'an alias twice, in capitals and in small letters',
    `"ENDPOINT_ALIASES": {"${OLD_ID}": "logs.all", "${OLD_ID.toUpperCase()}": "usage.api-counts"}`,
    `ENDPOINT_ALIASES["${OLD_ID.toUpperCase()}"]: is the id of an endpoint already`,
  ),
  member(
    'an alias that is the id of an endpoint',
    `"ENDPOINT_ALIASES": {"${LOGS_ALL_ID}": "usage.api-counts"}`,
    `ENDPOINT_ALIASES["${LOGS_ALL_ID}"]: is the id of an endpoint already`,
  ),
  member(
    'a limit for a name',
    '"KEY_LIMITS": {"my key": {}}',
    'KEY_LIMITS["my key"]: must be the id',
  ),
  member(
    'an unknown limit',
    '"KEY_LIMITS": {"ci": {"maxRuns": 1}}',
    `KEY_LIMITS.ci.maxRuns: ${UNKNOWN}`,
  ),
  member(
    'no run',
    '"KEY_LIMITS": {"ci": {"maxRunning": 0}}',
    'KEY_LIMITS.ci.maxRunning: must be at least 1',
  ),
  claims('claims without endpoints', '"pins": {"project": "*"}', '.endpoints: must be'),
  claims(
    'claims that leave the tenant open',
    '"endpoints": "*", "pins": {}',
    '.pins: must pin the tenant (project)',
  ),
  claims(
    'claims for an unknown argument',
    '"endpoints": "*", "pins": {"project": "*", "Project": "a"}',
    '.pins.Project: there is no argument "Project"',
  ),
  claims(
    'claims for an unknown endpoint',
    '"endpoints": {"value": ["logs"]}, "pins": {"project": "*"}',
    '.endpoints.value: there is no endpoint "logs"',
  ),
  claims(
    'an unknown right',
    '"endpoints": "*", "pins": {"project": "*"}, "admin": "x"',
    `.admin: ${UNKNOWN}`,
  ),
];
