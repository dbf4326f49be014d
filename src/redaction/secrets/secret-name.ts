/** Endings of names whose value is a secret: `db_password`, `accessToken`, `X-Api-Key`, `Set-Cookie`. */
const ENDING =
  /(?:password|passwd|passphrase|passcode|pwd|secret|token|tokenhash|apikey|authorization|cookie|signature|credentials?|jwt|(?:private|secret|access|anon|service|servicerole|signing|encryption|master|account|shared|function|subscription)key|accesskeyid|(?:php|j)sessid|jsessionid|connectsid|gitlabsession)$/;

/** Names that mark a secret only as a whole word: `compass` and `basic auth` do not match. */
const WORD = /(?:^|[_.-])(?:pass|pw|sig|otp|psk|csrf|xsrf)$/i;

/** Names with such an ending that hold a pagination token. */
const PAGINATION_TOKEN = /(?:page|next|continuation|cursor|sync)token$/;

const MAX_CACHED = 2_000;
const cache = new Map<string, boolean>();

/** Whether the value of a member, parameter, header or column with this name is a secret. */
export function isSecretName(name: string): boolean {
  let isSecret = cache.get(name);
  if (isSecret === undefined) {
    isSecret = matchesSecretName(name);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, isSecret);
  }
  return isSecret;
}

function matchesSecretName(name: string): boolean {
  // Supabase splits a long cookie into `sb-…-auth-token.0`, `.1`, ….
  const whole = name.replace(/\.\d$/, '');
  const plain = whole.toLowerCase().replace(/[^a-z]/g, '');
  return (ENDING.test(plain) && !PAGINATION_TOKEN.test(plain)) || WORD.test(whole);
}

/** Whether a secret's name can end in these two characters; a cheap way to skip most names. */
export function mayEndSecretName(last: number, beforeLast: number): boolean {
  const pair = (beforeLast | 32) * 128 + (last | 32);
  return last < 128 && beforeLast < 128 && (last < 58 || LAST_PAIRS.has(pair));
}

const LAST_PAIRS: ReadonlySet<number> = new Set(
  [
    'rd',
    'wd',
    'se',
    'de',
    'et',
    'en',
    'sh',
    'ey',
    'on',
    'ie',
    're',
    'al',
    'ls',
    'wt',
    'id',
    'ss',
    'pw',
    'ig',
    'tp',
    'sk',
    'rf',
    // "value", which is named by a sibling member.
    'ue',
  ].map((pair) => pair.charCodeAt(0) * 128 + pair.charCodeAt(1)),
);
