/** A key file of which one thing is wrong. */
export interface WrongKeyFile {
  readonly what: string;
  readonly text: string;
  /** What the refusal says, after the name of the file. */
  readonly says: string;
}

const DIGEST = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
/** The scopes that the files may speak of. */
export const SCOPES = {
  endpoints: new Set(['logs.all', 'usage.api-counts']),
  parameters: new Set(['project', 'interval']),
};

/** The members of a sound record, one a line from line 4 on. */
const SOUND = [
  '"id": "one"',
  '"name": "ci"',
  `"sha256": "${DIGEST}"`,
  '"created": "2026-07-01T10:00:00.000Z"',
  '"pins": {"project": "abc"}',
];

/** A file of one or two records, each member on a line of its own. */
function fileOf(members: readonly string[], more: readonly string[] = [], top = ''): string {
  const records = [members, ...(more.length > 0 ? [more] : [])];
  const keys = records.map((record) => `    {\n${record.join(',\n')}\n}`).join(',\n');
  return `{"version": 1,${top}\n"keys": [\n${keys}\n]}\n`;
}

/** A sound key file. */
export const SOUND_KEY_FILE = fileOf(SOUND, [
  '"id": "two"',
  '"name": "ci"',
  `"sha256": "${OTHER}"`,
  '"created": "2026-07-01T10:00:00Z"',
  '"expires": "2028-02-29T23:59:59Z"',
  '"endpoints": ["logs.all"]',
  '"redact": true',
  '"sandbox": false',
  '"origins": ["https://a.example", "https://*.b.example"]',
  '"maxBytes": 1000',
  '"dailyBytes": 2000',
]);

/** A file whose record has one member more, or another value in the place of a sound one. */
function member(what: string, text: string, says: string): WrongKeyFile {
  const name = text.slice(0, text.indexOf(':'));
  const at = SOUND.findIndex((line) => line.startsWith(`${name}:`));
  const members = at < 0 ? [...SOUND, text] : SOUND.with(at, text);
  return { what, text: fileOf(members), says: `line ${at < 0 ? 9 : 4 + at}, keys[0].${says}` };
}

const UNKNOWN = 'is no member that is known here';

/** Key files that must be refused as a whole. */
export const WRONG_KEY_FILES: readonly WrongKeyFile[] = [
  { what: 'an empty file', text: '', says: 'line 1, it is not JSON' },
  { what: 'half a file', text: SOUND_KEY_FILE.slice(0, 60), says: 'line 6, it is not JSON' },
  { what: 'a comment', text: `// keys\n${SOUND_KEY_FILE}`, says: 'line 1, it is not JSON' },
  { what: 'a trailing comma', text: fileOf([...SOUND, '']), says: 'line 10, it is not JSON' },
  {
    what: 'a byte order mark',
    text: `\uFEFF${SOUND_KEY_FILE}`,
    says: 'line 1, it begins with a byte order mark',
  },
  { what: 'two files', text: SOUND_KEY_FILE.repeat(2), says: 'it is not JSON' },
  {
    what: 'a tab in a text',
    text: fileOf(SOUND.with(1, '"name": "c\ti"')),
    says: 'line 5, it is not JSON',
  },
  { what: 'a list', text: '[]', says: 'line 1, must be an object' },
  { what: 'null', text: 'null', says: 'line 1, must be an object' },
  { what: 'no version', text: '{"keys":[]}', says: 'line 1, version: ' },
  { what: 'another version', text: '{"version":2,"keys":[]}', says: 'line 1, version: ' },
  { what: 'no keys', text: '{"version":1}', says: 'line 1, keys: ' },
  { what: 'keys by id', text: '{"version":1,"keys":{}}', says: 'line 1, keys: ' },
  {
    what: 'keys twice',
    text: fileOf(SOUND, [], '"keys":[],'),
    says: 'line 2, keys: is there twice',
  },
  { what: 'a key that is a text', text: '{"version":1,"keys":["a"]}', says: 'line 1, keys[0]: ' },
  {
    what: 'an unknown member of the file',
    text: fileOf(SOUND, [], '"scopes":{},'),
    says: `line 1, scopes: ${UNKNOWN}`,
  },
  member('pin', '"pin": {"project": "abc"}', `pin: ${UNKNOWN}`),
  member('Pins', '"Pins": {"project": "abc"}', `Pins: ${UNKNOWN}`),
  member('endpoint', '"endpoint": ["logs.all"]', `endpoint: ${UNKNOWN}`),
  member('scopes', '"scopes": ["logs.all"]', `scopes: ${UNKNOWN}`),
  member('expiry', '"expiry": "2026-07-01T10:00:00Z"', `expiry: ${UNKNOWN}`),
  member('max_bytes', '"max_bytes": 10', `max_bytes: ${UNKNOWN}`),
  member('redactPii', '"redactPii": true', `redactPii: ${UNKNOWN}`),
  member('__proto__', '"__proto__": {"redact": true}', '__proto__: is no name of a member'),
  member('a member that is a digest', `"${OTHER}": 1`, `…: ${UNKNOWN}`),
  {
    what: 'a member twice',
    text: fileOf([...SOUND, '"name": "again"']),
    says: 'line 9, keys[0].name: is there twice',
  },
  member('a number for an id', '"id": 1', 'id: must be text'),
  member('an empty id', '"id": ""', 'id: must be letters, digits'),
  member('an id that is a name', '"id": "key of ci"', 'id: must be letters, digits'),
  member('an id of two lines', '"id": "a\\nb"', 'id: must be letters, digits'),
  member('the name that refreshes count for', '"id": "(warm)"', 'id: must be letters, digits'),
  member('no name', '"name": null', 'name: must be text'),
  member('a short digest', '"sha256": "abab"', 'sha256: must be 64 hexadecimal digits'),
  member('a digest in capitals', `"sha256": "${DIGEST.toUpperCase()}"`, 'sha256: must be 64'),
  member('pins as a list', '"pins": ["project=abc"]', 'pins: must be an object'),
  member('a member twice, once in escapes', '"n\\u0061me": "b"', 'name: is there twice'),
  member('no pins', '"pins": null', 'pins: must be an object'),
  member('a member of every object', '"constructor": {}', `constructor: ${UNKNOWN}`),
  member(
    'a pin of every object',
    '"pins": {"toString": "a"}',
    'pins.toString: there is no argument',
  ),
  member(
    'a pin twice, once in escapes',
    '"pins": {"project": "a", "pro\\u006aect": "b"}',
    'pins.project: is there twice',
  ),
  member('a pin twice', '"pins": {"project": "a", "project": "b"}', 'pins.project: is there twice'),
  member('a pin that is a list', '"pins": {"project": ["abc"]}', 'pins.project: must be text'),
  member('an empty pin', '"pins": {"project": ""}', 'pins.project: must not be empty'),
  member(
    'an unknown pin',
    '"pins": {"Project": "a"}',
    'pins.Project: there is no argument "Project"',
  ),
  member('a text for redact', '"redact": "true"', 'redact: must be true or false'),
  member('a number for sandbox', '"sandbox": 0', 'sandbox: must be true or false'),
  member('a text for endpoints', '"endpoints": "logs.all"', 'endpoints: must be a list'),
  member('no endpoints', '"endpoints": null', 'endpoints: must be a list'),
  member(
    'an unknown endpoint',
    '"endpoints": ["logs"]',
    'endpoints[0]: there is no endpoint "logs"',
  ),
  member(
    'an endpoint twice',
    '"endpoints": ["logs.all", "logs.all"]',
    'endpoints: names an endpoint',
  ),
  member('a text for origins', '"origins": "https://a.example"', 'origins: must be a list'),
  member('an origin with a path', '"origins": ["https://a.example/b"]', 'origins[0]: must be'),
  member('no origins', '"origins": null', 'origins: must be a list'),
  member('no run', '"maxRunning": 0', 'maxRunning: must be above 0'),
  member('a text for maxWaiting', '"maxWaiting": "3"', 'maxWaiting: must be a number'),
  member('half a request', '"requestsPerMinute": 0.5', 'requestsPerMinute: must be a whole number'),
  member(
    'the 60th second',
    '"expires": "2030-06-30T23:59:60Z"',
    'expires: must be a moment in UTC',
  ),
  member('hour 24', '"expires": "2030-01-31T24:00:00Z"', 'expires: must be a moment in UTC'),
  member(
    'a digest and a line',
    `"sha256": "${DIGEST}\\n"`,
    'sha256: must be 64 hexadecimal digits',
  ),
  member('a text for maxBytes', '"maxBytes": "10GB"', 'maxBytes: must be a number'),
  member('no byte', '"maxBytes": 0', 'maxBytes: must be above 0'),
  member('half a byte', '"dailyBytes": 0.5', 'dailyBytes: must be a whole number'),
  member('endless bytes', '"dailyBytes": 1e999', 'dailyBytes: must be a number'),
  member('a word for a date', '"expires": "never"', 'expires: must be a moment in UTC'),
  member('no date', '"expires": null', 'expires: must be a moment in UTC'),
  member('seconds for a date', '"expires": 1790000000', 'expires: must be a moment in UTC'),
  member('a day alone', '"expires": "2030-01-31"', 'expires: must be a moment in UTC'),
  member('30 February', '"expires": "2030-02-30T00:00:00Z"', 'expires: must be a moment in UTC'),
  member('29 February of 2027', '"expires": "2027-02-29T00:00:00Z"', 'expires: must be'),
  member('hour 25', '"expires": "2030-01-31T25:00:00Z"', 'expires: must be a moment in UTC'),
  member('a date with an offset', '"expires": "2030-01-31T10:00:00+02:00"', 'expires: must be'),
  member('month 13', '"created": "2026-13-01T10:00:00Z"', 'created: must be a moment in UTC'),
  {
    what: 'a record without a digest',
    text: fileOf(SOUND.toSpliced(2, 1)),
    says: 'line 3, keys[0].sha256: must be text',
  },
  {
    what: 'an id twice',
    text: fileOf(SOUND, SOUND.with(2, `"sha256": "${OTHER}"`)),
    says: 'line 11, keys[1].id: is the same as keys[0].id',
  },
  {
    what: 'a digest twice',
    text: fileOf(SOUND, SOUND.with(0, '"id": "two"')),
    says: 'line 13, keys[1].sha256: is the same as keys[0].sha256',
  },
];
