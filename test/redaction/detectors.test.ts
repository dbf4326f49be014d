import { expect, test } from 'vitest';
import { DETECTORS } from '../../src/redaction/detectors.ts';
import { type DetectorCase, testDetector } from './contract.ts';

const HEX32 = '0123456789abcdef0123456789abcdef';

/** By the name of the detector. */
const CASES: Readonly<Record<string, readonly DetectorCase[]>> = {
  ipv4: [
    ['from 10.0.0.1 to 10.0.0.2.', '10.0.0.1', '10.0.0.2'],
    ['app/203.0.113.77', '203.0.113.77'],
    ['Linux 10.0.0.5', '10.0.0.5'],
    ['10%2E0%2e0%2E1', '10%2E0%2e0%2E1'],
    ['1.2.3'],
    ['10.0.0.256'],
    ['4.0.30319.42000'],
    ['1.2.3.4.5'],
    ['Mozilla/5.0 (X11) Chrome/12.0.1.2 Safari/537.36'],
    ['tool/1.2.3.4 (Linux; x86)'],
    ['tool/1.2.3.4/42 lib/2.0'],
    ['Browser7.8.0.95/27/352'],
    ['UP.Browser/6.2.3.3.c.1.101'],
    ['version 10.0.19.1'],
    ['tool/1.2.3.4#dev (https://tool.example)'],
    ['tool/1.2.3.4#dev', '1.2.3.4'],
  ],
  ipv6: [
    ['peer 2001:db8::1, ::1', '2001:db8::1', '::1'],
    ['fe80::1%eth0/64', 'fe80::1%eth0'],
    ['2001%3Adb8%3A%3A1', '2001%3Adb8%3A%3A1'],
    ['12:34:56'],
    ['std::vector'],
    ['00:1b:44:11:3a:b7'],
  ],
  'dashed-address': [
    ['ip-10-0-1-2.ec2.internal', '10-0-1-2'],
    ['10-0-1-2.dsl.example.net', '10-0-1-2'],
    ['2026-07-01-12'],
    ['10-0-1-300.ec2.internal'],
  ],
  'reverse-ipv6': [['b.a.9.8.ip6.arpa', 'b.a.9.8'], ['x.ip6.example'], ['ip6.arpa']],
  email: [
    ['to ann@example.com, bob%40example.org', 'ann@example.com', 'bob%40example.org'],
    ['mailto:a.b+c@example.co.uk.', 'a.b+c@example.co.uk'],
    ['logo@2x.png'],
    ['@scope/pkg'],
    ['react@18.2.0'],
  ],
  'private-key': [
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '\nMIIE\n'],
    ['-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----'],
  ],
  jwt: [
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln'],
    ['eyJ short'],
    ['heyJude.and.more'],
    ['Jane.Doe'],
  ],
  'prefixed-key': [
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
    [`key-${HEX32} ok`, `key-${HEX32}`],
    ['sk-learn-something-else-here'],
    [`key-${HEX32}0`],
    ['key-value-pairs-in-a-list-of-many'],
    ['sdk-123e4567-e89b-12d3-a456-426614174000', 'sdk-123e4567-e89b-12d3-a456-426614174000'],
    ['sdk-123e4567-e89b-12d3-a456-42661417400x'],
    ['md-aB3aB3aB3aB3aB3aB3aB3a', 'md-aB3aB3aB3aB3aB3aB3aB3a'],
    ['md-button-group-2-columns'],
    ['re_abcdefg1_abcdefghijklmnopqrstuvw2', 're_abcdefg1_abcdefghijklmnopqrstuvw2'],
    ['re_abcdefg1_abcdefghijklmnopqrstuvw2_'],
    ['task-management-sk-learn'],
  ],
  'fixed-key': [
    ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
    [`dapi${HEX32}`, `dapi${HEX32}`],
    ['AKIAIOSFODNN7EXAMPLEX'],
    ['XAKIAIOSFODNN7EXAMPLE'],
    ['data path patience'],
    [`EAAA${'aB3'.repeat(40)}`, `EAAA${'aB3'.repeat(40)}`],
    [`\\nAKIAIOSFODNN7EXAMPLE`, 'AKIAIOSFODNN7EXAMPLE'],
    ['SSWS is a scheme of Okta, a 2/1 vote at 4/0A'],
  ],
  'split-key': [
    [`${HEX32}-us21`, `${HEX32}-us21`],
    [
      'api.telegram.org/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/x',
      '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1',
    ],
    ['at 12:AA then'],
    ['en-us'],
    ['a.atlasv1.b'],
    [
      `access_token$production$abcdefghijklmno1$${HEX32}`,
      `access_token$production$abcdefghijklmno1$${HEX32}`,
    ],
    ['access_token$production$'],
    [`${'aB3d'.repeat(19)}AZDOaB3d`, `${'aB3d'.repeat(19)}AZDOaB3d`],
    [`${'aB3d'.repeat(18)}AZDOaB3d`],
    [`x${'aB3d'.repeat(19)}AZDOaB3d`],
  ],
  webhook: [
    [
      'https://hooks.slack.com/services/T0000AAAA/B0000AAAA/abcdefghijklmnop0123 ',
      'T0000AAAA/B0000AAAA/abcdefghijklmnop0123',
    ],
    ['//discord.com/api/webhooks/12345678/abcdefghi', '12345678/abcdefghi'],
    ['//discordapp.com/api/v9/webhooks/12345678/abcdefghi', '12345678/abcdefghi'],
    ['//x.webhook.office.com/webhookb2/12345678/abcdefghi', '12345678/abcdefghi'],
    ['//hooks.zapier.com/hooks/catch/12345678/abcdefghi/', '12345678/abcdefghi/'],
    ['https://example.com/services/T0000AAAA/B0000AAAA/abcdefghijklmnop0123'],
    ['https://slack.com/services/help'],
  ],
  'url-user': [
    ['postgres://user:pass@host/db', 'user', 'pass'],
    ['https://token@host', 'token'],
    ['https://:pass@host', 'pass'],
    ['https://ann:p@ss@host/@x', 'ann', 'p@ss'],
    ['https://änn:päss@host', 'änn', 'päss'],
    ['https://host/@user'],
    ['://@'],
  ],
  credentials: [
    ['Bearer abcDEF12345', 'abcDEF12345'],
    ['basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['Bearer authentication failed'],
    ['basic knowledge'],
  ],
  'sql-password': [
    ["ALTER ROLE x PASSWORD 'it''s' y", "it''s"],
    ["SELECT 'password'"],
    ["PASSWORD ''"],
  ],
  option: [
    ['login --password hunter2 --user ann', 'hunter2'],
    ['["--api-key", "hunter2"]', 'hunter2'],
    ['[\\"--token\\",\\"hunter2\\"]', 'hunter2'],
    ["--db-password 'hunter2 b'", 'hunter2 b'],
    ['--password is required'],
    ['--credentials ./key.json --token-file x'],
    ['unknown option --token.'],
    ['--password --user ann'],
    ['--user ann'],
    ['a--password b'],
  ],
  element: [
    ['<password>hunter2</password>', 'hunter2'],
    ['<wsse:Password Type="a">hunter2</wsse:Password>', 'hunter2'],
    ['hunter2</token>'],
    ['<token>\n  <a>1</a>\n  </token>'],
    ['<password></password>'],
    ['<color>red</color>'],
    ['<token><a>1</a></token>'],
    ['usage: <password>'],
  ],
  'open-element': [
    ['<user>ann</user><password>hunter2', 'hunter2'],
    ['got "<wsse:Password Type="a">hunter2 b" in 3 ms', 'hunter2 b'],
    ['<token>hunter2<user>ann', 'hunter2'],
    ['<password>hunter2 b</password>'],
    ['usage: <user> <password> and <token>/path'],
    ['Array<Token>s, <color>red, <password>'],
  ],
  assignment: [
    ['password=hunter2&x=1', 'hunter2'],
    ['"token": "a\\"b", "n": 1', 'a\\"b'],
    ['got {"name":"password","value":"hunter2"} in 3 ms', 'hunter2'],
    ['got {\\"key\\": \\"api_key\\", \\"value\\": \\"hunter2\\"}', 'hunter2'],
    ["got {'value': 'hunter2', 'name': 'password'}", 'hunter2'],
    ['<add key="password" value="hunter2" />', 'hunter2'],
    ['name=password&value=hunter2&x=1', 'hunter2'],
    ['a=1&value=hunter2&key=api_key', 'hunter2'],
    ['name=color&value=red'],
    ['filename=password&value=red'],
    ['_gitlab_session=0123456789abcdef0123456789abcdef', HEX32],
    ['Authorization: SSWS 00abcdefgh', '00abcdefgh'],
    ['Authorization: GenieKey abcdefgh', 'abcdefgh'],
    ['{"name":"color","value":"red"} x'],
    ['{"value":"red","name":"color"} x'],
    ['value=5'],
    ['token == x'],
    ['max_tokens=100'],
    ['12:34:56'],
  ],
  iban: [
    ['to DE89 3704 0044 0532 0130 00, now', 'DE89 3704 0044 0532 0130 00'],
    ['DE89 3704 0044 0532 0130 01'],
  ],
  'payment-card': [
    ['card 4111 1111 1111 1111', '4111 1111 1111 1111'],
    ['card 4111 1111 1111 1112'],
    ['at 1751364000000000'],
  ],
  'phone-number': [
    ['+49 151 123 45678 or %2B4915112345678', '+49 151 123 45678', '%2B4915112345678'],
    ['1+12345678901'],
    ['+0000'],
  ],
};

for (const detector of DETECTORS.extended) testDetector(detector, CASES[detector.name] ?? []);

test('DETECTORS have names of their own', () => {
  const names = DETECTORS.extended.map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
});
