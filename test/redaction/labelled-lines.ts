import { Random } from '../fuzz/random.ts';

/** One line and what of it is personal. */
export interface LabelledLine {
  /** Which context or kind the line stands for. */
  readonly label: string;
  readonly text: string;
  /** What must not be in the answer; a line without any must stay as it is. */
  readonly personal: readonly string[];
}

const GROUPS = 8;

/** A dotted quad that no version looks like more often than chance. */
export function randomIpv4(random: Random): string {
  return Array.from({ length: 4 }, () => random.below(256)).join('.');
}

/** An IPv6 address in one of the forms that logs have. */
export function randomIpv6(random: Random): string {
  const groups = Array.from({ length: GROUPS }, () => random.below(0x10000).toString(16));
  const start = 1 + random.below(5);
  const compressed = `${groups.slice(0, start).join(':')}::${groups.slice(start + 2).join(':')}`;
  const forms = [
    groups.join(':'),
    groups
      .map((group) => group.padStart(4, '0'))
      .join(':')
      .toUpperCase(),
    compressed,
    `2001:db8::${random.below(0x10000).toString(16)}`,
    `::${1 + random.below(0xfff)}`,
    `::ffff:${randomIpv4(random)}`,
    `fe80::${1 + random.below(0xfff)}`,
  ];
  return random.pick(forms);
}

function percentEncoded(address: string): string {
  return address.replaceAll(':', '%3A').replaceAll('.', '%2E');
}

function inUrl(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

type Context = (address: string) => string;

/** The contexts that every log has. */
export const ORDINARY: Readonly<Record<string, Context>> = {
  bare: (address) => address,
  quoted: (address) => `peer said "${address}" twice`,
  bracketed: (address) => `[${address}] accepted`,
  comma: (address) => `hop, ${address}, then 17 more`,
  json: (address) => `{"remote_addr":"${address}","status":200}`,
  url: (address) => `GET https://${inUrl(address)}/a/b?c=1 200`,
  csv: (address) => `2026-07-01,${address},GET,200`,
  'key=value': (address) => `level=info ip=${address} status=200`,
  port: (address) => `dial tcp ${inUrl(address)}:5432: connection refused`,
  cidr: (address) => `allow ${address}/24 any`,
  'percent-encoded': (address) => `/login?from=${percentEncoded(address)}&next=%2Fhome`,
  'sentence end': (address) => `The last one came from ${address}.`,
};

/** The contexts of particular servers. */
export const PARTICULAR: Readonly<Record<string, Context>> = {
  'nginx error': (a) =>
    `[error] 31#31: *7 open() failed (2: No such file), client: ${a}, server: _`,
  'apache error': (a) => `[core:error] [pid 35:tid 140] [client ${a}] AH00124: too many redirects`,
  'postgres connection': (a) => `connection received: host=${a} port=51234`,
  'postgres hba': (a) =>
    `no pg_hba.conf entry for host "${a}", user "u", database "d", no encryption`,
  forwarded: (a) => `for="${inUrl(a)}:4711";proto=https`,
  'x-forwarded-for': (a) => `x-forwarded-for: ${a}, ${a}, ${a}`,
  sshd: (a) => `Failed password for invalid user admin from ${a} port 22 ssh2`,
  pam: (a) => `authentication failure; logname= uid=0 tty=ssh ruser= rhost=${a}  user=root`,
  gin: (a) => `[GIN] 2026/07/01 - 10:00:00 | 200 |  1.2ms | ${a} | GET "/healthz"`,
  envoy: (a) => `"GET / HTTP/2" 200 - 0 15 3 2 "-" "curl/8.4.0" "id" "host" "${inUrl(a)}:8080"`,
  angle: (a) => `Received: from mail <${a}> by mx`,
  'escaped line end': (a) => `first\\n${a} second\\t${a}`,
  'escaped JSON': (a) => JSON.stringify({ message: JSON.stringify({ ip: a, port: 443 }) }),
  'JSON in text': (a) => `request done {"ip":"${a}","took":1.5} in 3 ms`,
  'encoded brackets': (a) => `redirect=http%3A%2F%2F%5B${percentEncoded(a)}%5D%2F`,
  java: (a) => `Connection from /${a} closed`,
  colour: (a) => `\u001b[32m${a}\u001b[0m connected`,
};

const VERSION_PARTS = [12, 48, 120, 255, 4, 0, 99];

function version(random: Random): string {
  return Array.from({ length: 4 }, () => random.pick(VERSION_PARTS)).join('.');
}

/** A browser's or a programme's line about itself, with four-part versions that could all be addresses. */
export function randomUserAgent(random: Random): string {
  const v = () => version(random);
  const platform = random.pick([
    'Windows NT 10.0; Win64; x64',
    `X11; Linux x86_64; rv:${v()}`,
    'Linux; Android 13; Pixel 7 Build/TQ3A.230805.001',
    'iPhone; CPU iPhone OS 17_1 like Mac OS X',
    'compatible; MSIE 7.0; Trident/4.0; .NET CLR 2.0.50727; Media Center PC 6.0',
  ]);
  return random.pick([
    () =>
      `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v()} Safari/537.36`,
    () =>
      `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v()} Safari/537.36 OPR/${v()}`,
    () =>
      `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/${v()} Mobile/15E148 Safari/604.1`,
    () => `Mozilla/5.0 (${platform}) Gecko/20100101 Firefox/${v()}`,
    () => `Mozilla/5.0 (${platform}; Some Reader ${v()}) like Gecko`,
    () => `Instagram ${v()} (iPhone14,2; iOS 16_6; en_US; scale=3.00) AppleWebKit/420+`,
    () => `Mozilla/5.0 (${platform}) [FBAN/FBIOS;FBAV/${v()};FBBV/521;FBDV/iPhone14,2]`,
    () => `okhttp/${v()} Dalvik/2.1.0`,
    () => `UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US) U2/1.0.0 UCBrowser/${v()} U2/1.0.0 Mobile`,
    () => `MyApp/${v()} CFNetwork/1410.0.3 Darwin/22.6.0`,
  ])();
}

/** Lines that look like addresses and secrets, and hold none. */
const CLEAN: readonly ((random: Random) => string)[] = [
  (r) => `user_agent="${randomUserAgent(r)}"`,
  (r) => `"GET /assets/app.js HTTP/1.1" 200 1043 "-" "${randomUserAgent(r)}"`,
  (r) => `upgraded to v${version(r)} at 10:${10 + r.below(50)}:${10 + r.below(50)}`,
  (r) => `{"version":"${version(r)}","took":${r.below(1000)}.5}`,
  (r) => `app_version=${version(r)} build=${r.below(9999)}`,
  (r) => `2026-07-01T10:00:${10 + r.below(50)}.123Z [info] took 1.5 ms, ratio 16:9`,
  (r) =>
    `link ${Array.from({ length: 6 }, () => (16 + r.below(240)).toString(16)).join(':')} is up`,
  (r) => `std::vector<int>::push_back in a::b at src/core/main.rs:${r.below(900)}:7`,
  (r) => `commit ${Array.from({ length: 40 }, () => r.below(16).toString(16)).join('')}`,
  (r) =>
    `request 550e8400-e29b-41d4-a716-4466554400${10 + r.below(90)} sha256:${'ab12'.repeat(16)}`,
  (r) => `.card::before { top: ${r.below(9)}px } a::after`,
  (r) => `/usr/lib/node_modules/npm-${r.below(9)}.2.3/bin and logo@2x.png with react@18.2.0`,
  (r) => `nginx-1.2.${r.below(9)}.4.tar.gz fetched in ${r.below(90)} s`,
  (r) => `max_tokens=${r.below(900)} token_count=5 "tokens": 17`,
];

const SECRETS: Readonly<Record<string, Context>> = {
  form: (secret) => `POST /login user=ann&password=${secret}&remember=1`,
  url: (secret) => `GET /x?access_token=${secret}&page=2`,
  json: (secret) => `{"user":"ann","password":"${secret}","n":1}`,
  'escaped JSON': (secret) => `body={\\"api_key\\":\\"${secret}\\",\\"n\\":1}`,
  text: (secret) => `using secret: ${secret} for ann`,
  header: (secret) => `Authorization: Bearer ${secret}`,
  connection: (secret) => `postgres://ann:${secret}@db.example.com:5432/app`,
  sql: (secret) => `ALTER ROLE ann WITH PASSWORD '${secret}'`,
  'encoded form': (secret) => `body=user%3Dann%26token%3D${secret}%26n%3D1`,
};

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomSecret(random: Random): string {
  return `q7${Array.from({ length: 14 }, () => random.pick(Array.from(LETTERS))).join('')}`;
}

/** Labelled lines, the same for the same seed: each context with both kinds of address, secrets, and clean lines. */
export function labelledLines(seed: number, rounds: number): readonly LabelledLine[] {
  const random = new Random(seed);
  const lines: LabelledLine[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [label, context] of Object.entries({ ...ORDINARY, ...PARTICULAR })) {
      for (const address of [randomIpv4(random), randomIpv6(random)]) {
        lines.push(addressLine(label, context, address));
      }
    }
    for (const [label, context] of Object.entries(SECRETS)) {
      const secret = randomSecret(random);
      lines.push({ label: `secret in ${label}`, text: context(secret), personal: [secret] });
    }
    for (const clean of CLEAN) lines.push({ label: 'clean', text: clean(random), personal: [] });
  }
  return lines;
}

function addressLine(label: string, context: Context, address: string): LabelledLine {
  return { label, text: context(address), personal: [address, percentEncoded(address)] };
}
