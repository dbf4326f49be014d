import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/redaction/redactor.ts';

const redactor = createRedactor('default');

/** Versions of four parts that could all be addresses, and some of other lengths. */
const VERSIONS = ['10.0.48.12', '4.0.30.31', '120.0.0.0', '7.8.0.95', '32.0.1700.99', '17.5'];

/** What browsers, apps, bots and programs call themselves; `V` is a version. */
const FORMS: readonly string[] = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/V Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/V Safari/537.36 Edg/V',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/V Safari/537.36 OPR/V',
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/V Chrome/115.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 4.2.2; en-US; Build/JDQ39) AppleWebKit/534.31 (KHTML, like Gecko) UCBrowser/V U3/0.8.0 Mobile Safari/534.31',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/V Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/V Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/V;FBBV/521;FBDV/iPad13,1]',
  'Mozilla/5.0 (X11; Linux x86_64; rv:V) Gecko/20100101 Firefox/V',
  'Mozilla/5.0 (X11; U; Linux i686; en-US; rv:V) Gecko/2009042316 Firefox/V',
  'Mozilla/5.0 (X11; CrOS x86_64 V) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/V Safari/537.36',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0; .NET CLR V; .NET4.0C; InfoPath.3)',
  'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; Some Explorer V)',
  'Mozilla/5.0 (compatible; ExampleBot/V; +https://bot.example.com/about)',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/V/28.2555; U; en) Presto/2.8.119 Version/11.10',
  'Opera/9.80 (Windows NT 6.1; U; en) Presto/V Version/12.16',
  'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US) U2/1.0.0 UCBrowser/V U2/1.0.0 Mobile',
  'ExamplePhone-S65/12 UP.Browser/V.c.1.101 (GUI) MMP/2.0 Profile/MIDP-2.0',
  'ExamplePhone8320/V Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/100',
  'ExamplePhone-N70/5.07.3.0 Profile/MIDP-2.0 Configuration/CLDC-1.1/UC BrowserV/27/352',
  'Instagram V (iPhone14,2; iOS 16_6; en_US; en; scale=3.00; 1170x2532) AppleWebKit/420+',
  'MyApp/V (com.example.app; build:42; iOS 17.4.0) Alamofire/5.8.1',
  'MyApp/V CFNetwork/1410.0.3 Darwin/22.6.0',
  'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/V)',
  'curl/7.88.1 (x86_64-pc-linux-gnu) libcurl/7.88.1 OpenSSL/3.0.9 zlib/V',
  'my-service/V (Linux; x86_64)',
  'aws-sdk-go/1.44.2 (go1.19; linux; amd64) S3Manager/V',
  'Deno/1.45.2 (variant; EdgeRuntime/V)',
  'VLC/3.0.18 LibVLC/V',
  'Microsoft-CryptoAPI/10.0 Agent/V/42',
  'sqlmap/V#dev (https://sqlmap.org)',
];

const AGENTS = FORMS.flatMap((form) =>
  VERSIONS.map((version) => form.replace(/\bV\b|(?<=Browser)V/g, version)),
);

test('createRedactor leaves at least 98 of 100 user agents as they are', () => {
  const changed = AGENTS.filter((agent) => redactor.text(agent) !== agent);

  expect(AGENTS.length).toBeGreaterThan(150);
  expect(changed.length / AGENTS.length).toBeLessThanOrEqual(0.02);
});

test.each([
  (agent: string) => `"GET /a HTTP/1.1" 200 10 "-" "${agent}"`,
  (agent: string) => JSON.stringify({ user_agent: agent, status: 200 }),
  (agent: string) => `user_agent=${agent.replaceAll(' ', '+')}`,
])('createRedactor leaves user agents within a line as they are (%#)', (line) => {
  const changed = AGENTS.map(line).filter((text) => redactor.text(text) !== text);

  expect(changed.length / AGENTS.length).toBeLessThanOrEqual(0.02);
});

test('createRedactor hides the address beside a user agent', () => {
  const lines = AGENTS.map((agent) => `10.0.0.1 app/203.0.113.77 "-" "${agent}"`);

  const missed = lines.filter(
    (line) => !redactor.text(line).startsWith('REDACTED app/REDACTED "-" "'),
  );

  expect(missed).toEqual([]);
});

test.each([
  '{"user_agent":"MyApp/10.0.48.12"}',
  '{"headers":{"User-Agent":"my-service/10.0.48.12"}}',
  'User-Agent: MyApp/10.0.48.12',
  'failed: {\\"userAgent\\":\\"MyApp/10.0.48.12\\"}',
])('createRedactor leaves a lone product that is named a user agent in %j', (text) => {
  expect(redactor.text(text)).toBe(text);
});

test.each([
  '{"user_agent":"host/10.0.48.12"}',
  '{"user_agent":"10.0.48.12"}',
  '{"path":"app/10.0.48.12"}',
  'User-Agent: x, app/10.0.48.12',
])('createRedactor hides the address in %j', (text) => {
  expect(redactor.text(text)).toBe(text.replace('10.0.48.12', 'REDACTED'));
});

test('createRedactor hides many addresses behind names, however far they are from each other', () => {
  // Half of another address, where the text that is examined ends, is no version that tells of a user agent.
  for (let distance = 0; distance < 60; distance += 1) {
    for (const dot of ['.', '%2E']) {
      const address = ['203', '0', '113', '77'].join(dot);
      const text = (hidden: string) => `app/${hidden} ${'='.repeat(distance)} `.repeat(100);

      expect(redactor.text(text(address))).toBe(text('REDACTED'));
    }
  }
});
