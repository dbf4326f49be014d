import { beginsWord } from '../text/boundary.ts';
import { isIn, WORD } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** Keys that start with a few letters and no separator. */
const FORMS: readonly string[] = [
  // AWS, including Bedrock; Trello.
  'A(?:KIA|SIA|BIA|CCA|3T[A-Z0-9])[A-Z2-7]{16}',
  'ABSK[A-Za-z0-9+/]{100,270}={0,2}',
  'ATTA[0-9a-f]{64}(?:[0-9A-Fa-f]{8})?',
  // Google, Twilio, Artifactory, 1Password, Atlassian, Bitbucket, Yandex, Tencent, Twitter.
  'AIza[\\w-]{30,60}',
  '(?:SK|AC)[0-9a-f]{32}',
  'AKCp[A-Za-z0-9]{60,80}',
  'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}',
  'ATATT3[\\w=-]{60,250}',
  'ATCTT3[\\w=-]{60,250}',
  'ATBB[A-Za-z0-9]{32}',
  'AQVN[\\w-]{35,38}',
  'YC[\\w-]{38}',
  'AKID[A-Za-z0-9]{32}',
  'A{20,22}[A-Za-z0-9%]{60,110}',
  // Square, Facebook, EasyPost, Alibaba, GitLab runners.
  'EAAA[\\w-]{56,64}',
  'EAA[A-Za-z0-9]{80,300}',
  'EZ[AT]K[A-Za-z0-9]{54}',
  'LTAI[A-Za-z0-9]{12,24}',
  'GR1348941[\\w-]{20}',
  // Discord: the first part is a base64-encoded number.
  '[MNO][DTjz][\\w-]{21,26}\\.[\\w-]{6}\\.[\\w-]{27,40}',
  // Airtable, HubSpot, Dynatrace, Google access tokens, Cloudflare origin keys, Replicate.
  'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}',
  'pat-[a-z]{2}\\d-[0-9a-f-]{36}',
  'dt0[cs]\\d\\d\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}',
  'ya29\\.[\\w-]{20,2000}',
  'v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,146}',
  'r8_[A-Za-z0-9]{37}',
  // Older Vault tokens.
  's\\.(?=[A-Za-z]*\\d)[A-Za-z0-9]{24}',
  // Databricks, crates.io, NuGet, Artifactory reference tokens, base64-encoded JSON Web Tokens.
  'dapi[0-9a-f]{32}(?:-\\d)?',
  'cio[A-Za-z0-9]{32}',
  'oy2[a-z0-9]{43}',
  'cmVmd[A-Za-z0-9]{59}',
  'ZXlK[\\w+/-]{40,2000}={0,2}',
];

const FORM = new RegExp(`(?:${FORMS.join('|')})`, 'y');

/** Keys of a fixed form without a separator: `AKIA…`, `AIza…`, `dapi…`. */
export const fixedKey: Detector = {
  name: 'fixed-key',
  confidence: 'certain',
  triggers: [
    { char: 'A', next: 'KSBC3ITQA' },
    { char: 'S', next: 'K' },
    { char: 'E', next: 'AZ' },
    { char: 'L', next: 'T' },
    { char: 'G', next: 'R' },
    { char: 'Y', next: 'C' },
    { char: 'Z', next: 'X' },
    { char: 'M', next: 'DTjz' },
    { char: 'N', next: 'DTjz' },
    { char: 'O', next: 'DTjz' },
    { char: 'p', next: 'a' },
    { char: 'd', next: 'at' },
    { char: 'y', next: 'a' },
    { char: 'v', next: '1' },
    { char: 'r', next: '8' },
    { char: 's', next: '.' },
    { char: 'c', next: 'im' },
    { char: 'o', next: 'y' },
  ],
  find: findFixedKey,
};

function findFixedKey(scan: Scan, at: number): readonly Span[] {
  if (at < scan.end || !beginsWord(scan, at)) return NONE;
  FORM.lastIndex = at;
  if (!FORM.test(scan.text)) return NONE;
  const end = FORM.lastIndex;
  return isIn(scan.code(end), WORD) ? NONE : span(at, end);
}
