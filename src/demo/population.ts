import { quoteText } from '#googlesql';
import { choose, drawText, uuidOf } from './draw.ts';

/** The project that examples and pages of a fresh installation show. */
const MAIN_PROJECT = 'demo';

/** Other projects, so that filters exclude something. */
const OTHERS = ['acme-shop', 'lumen', 'orbit', 'tidepool'];

/** The parent domain of every project's host. */
const DOMAIN = 'example.co';

/** The functions of each project, with constant ids. */
export const FUNCTIONS = [
  { id: '3f0c1d52-7a41-4b8e-9c57-0d8a6e2b1f01', name: 'heartbeat' },
  { id: '8b7e4c90-15d3-4f26-a1be-52c9f0e7d302', name: 'send-receipt' },
  { id: 'c24a9e17-6b08-4d9f-8e35-f1b07a5c6403', name: 'resize-image' },
  { id: 'e95d3b68-20fc-4a17-b7d4-98e6c1a2f504', name: 'stripe-webhook' },
] as const;

const NAMES = [
  'ada.fischer',
  'ben.okafor',
  'carla.mendes',
  'dmitri.volkov',
  'elif.yilmaz',
  'farid.haddad',
  'grace.lindqvist',
  'hiro.tanaka',
  'ines.moreau',
  'jonas.weber',
  'kavya.raman',
  'liam.oneill',
];

const MAILBOXES = ['example.com', 'example.org', 'mail.example.net'];

/** User agents of browsers, apps and servers. */
export const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  'Dart/3.8 (dart:io)',
];

/** The row's project; the first row of a minute always belongs to the main one. */
export const PROJECT = [
  'project',
  `CASE number WHEN 0 THEN '${MAIN_PROJECT}' ELSE ${drawText('project', [
    ...OTHERS.map(() => MAIN_PROJECT),
    ...OTHERS,
  ])} END`,
] as const;

/** The project's host name; must follow `project` in the draws. */
export const HOST = ['host', `project || '.${DOMAIN}'`] as const;

const PERSON = `hash(project, hash(seed, 'person') % 60)`;

/** The person of a row, with e-mail address, user id, network address and country. */
export const PERSON_DRAWS = [
  ['person', PERSON],
  [
    'email',
    `${choose('person', NAMES.map(quoteText))} || CAST(person // 16 % 90 + 10 AS VARCHAR) || '@' || ${choose(
      'person // 8192',
      MAILBOXES.map(quoteText),
    )}`,
  ],
  ['user_id', uuidOf(`'user ' || person`)],
  ['address', addressOf('person')],
  ['country', choose('person // 64', ['DE', 'US', 'BR', 'JP', 'NG', 'IN'].map(quoteText))],
] as const;

/** An address from the documentation ranges (RFC 5737, RFC 3849); three in ten are IPv6. */
function addressOf(hash: string): string {
  const group = (shift: number) => `lower(to_hex(${hash} // ${2 ** shift} % 65536))`;
  return `CASE WHEN ${hash} // 128 % 10 < 3
    THEN '2001:db8:' || ${group(8)} || '::' || ${group(24)} || ':' || ${group(40)}
    ELSE ${choose(`${hash} // 1024`, ["'192.0.2.'", "'198.51.100.'", "'203.0.113.'"])}
      || CAST(1 + ${hash} // 4096 % 254 AS VARCHAR) END`;
}
