import { beginsWord } from './boundary.ts';
import { BASE64URL, isIn, skip, WORD } from './character-classes.ts';
import type { Scan } from './scan.ts';

interface Format {
  /** Ends in the separator that triggers the look. */
  readonly prefix: string;
  /** The fewest characters that follow it. */
  readonly length: number;
}

function formats(length: number, prefixes: string): readonly Format[] {
  return prefixes.split(' ').map((prefix) => ({ prefix, length }));
}

/** Keys that their makers begin with their name. */
const FORMATS: readonly Format[] = [
  // GitHub, GitLab, npm, Fieldstone itself.
  ...formats(20, 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ npm_ fsk_'),
  ...formats(16, 'glpat- glptt- gldt- glrt- glcbt- gloas-'),
  // Slack.
  ...formats(8, 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxc- xoxd- xapp-'),
  // Stripe, Supabase, Clerk.
  ...formats(10, 'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_ whsec_'),
  ...formats(16, 'sbp_ sb_secret_ sb_publishable_'),
  // OpenAI, Anthropic, Hugging Face, Groq.
  ...formats(16, 'sk- sk-ant- sk-proj- hf_ gsk_'),
  // SendGrid, Google, DigitalOcean, Shopify, Vault, PyPI, Docker, Linear.
  ...formats(20, 'SG. ya29. dop_v1_ shpat_ shpss_ hvs. pypi- dckr_pat_ lin_api_'),
];

/** By the character before the separator, so that most separators cost one look. */
const BY_LAST: readonly (readonly Format[])[] = Array.from({ length: 128 }, (_, code) =>
  FORMATS.filter(({ prefix }) => prefix.charCodeAt(prefix.length - 2) === code),
);

/** Hides the key whose prefix ends at `at`; -1 when there is none. */
export function hidePrefixedKey(scan: Scan, at: number): number {
  const candidates = BY_LAST[scan.code(at - 1)];
  if (!candidates || candidates.length === 0) return -1;
  for (const { prefix, length } of candidates) {
    const start = at + 1 - prefix.length;
    if (start >= scan.end && scan.text.startsWith(prefix, start) && beginsWord(scan, start)) {
      const end = endOfKey(scan.text, at + 1, length);
      if (end >= 0) return scan.hide(start, end);
    }
  }
  return -1;
}

/** The end of a key's body, or -1 where it is too short or a phrase in kebab case such as `sk-learn-something-else`. */
function endOfKey(text: string, start: number, length: number): number {
  const enough = skip(text, start, BASE64URL, Math.min(start + length, text.length));
  if (enough - start < length || !/[0-9A-Z]/.test(text.slice(start, start + SAMPLE))) return -1;
  let end = skip(text, enough, BASE64URL);
  while (text.charCodeAt(end) === 46 && isIn(text.charCodeAt(end + 1), BASE64URL)) {
    end = skip(text, end + 1, BASE64URL);
  }
  return end;
}

const SAMPLE = 40;

/** Keys without a separator: AWS, Google, Twilio. */
const FIXED = /(?:A(?:KIA|SIA)[A-Z2-7]{16}|AIza[\w-]{30,60}|(?:SK|AC)[0-9a-f]{32})/y;

/** Hides the key of a fixed length that begins at `at`; -1 when there is none. */
export function hideFixedKey(scan: Scan, at: number): number {
  FIXED.lastIndex = at;
  if (at < scan.end || !FIXED.test(scan.text)) return -1;
  const end = FIXED.lastIndex;
  return beginsWord(scan, at) && !isIn(scan.code(end), WORD) ? scan.hide(at, end) : -1;
}
