import { isIn, LETTER } from '../text/character-classes.ts';

/** Endings of names whose value is a secret: `db_password`, `accessToken`, `X-Api-Key`, `Set-Cookie`. */
const ENDING =
  /(?:password|passwd|passphrase|passcode|pwd|secret|token|tokenhash|apikey|authorization|cookie|signature|credentials?|jwt|(?:private|secret|access|anon|service|servicerole|signing|encryption|master|account|shared|function|subscription)key|accesskeyid|(?:php|j)sessid|jsessionid|connectsid|gitlabsession)$/;

/** Names that mark a secret only as a whole word: `compass` and `basic auth` do not match. */
const WORD = /(?:^|[_.-])(?:pass|pw|sig|otp|psk|csrf|xsrf)$/i;

/** Names with such an ending that hold a pagination token. */
const PAGINATION_TOKEN = /(?:page|next|continuation|cursor|sync)token$/;

/** Longer names are decided by their end: an ending, and all that stands between its letters. */
const MAX_LENGTH = 64;
const MAX_CACHED = 2_000;
const cache = new Map<string, boolean>();

/** Whether the value of a member, parameter, header or column with this name is a secret. */
export function isSecretName(name: string): boolean {
  const last = name.charCodeAt(name.length - 1);
  const beforeLast = name.charCodeAt(name.length - 2);
  // Decides about most names without a lookup, which would hash the name.
  if (isIn(last, LETTER) && isIn(beforeLast, LETTER) && !mayEndSecretName(last, beforeLast)) {
    return false;
  }
  const ending = name.length > MAX_LENGTH ? name.slice(-MAX_LENGTH) : name;
  let isSecret = cache.get(ending);
  if (isSecret === undefined) {
    isSecret = matchesSecretName(ending);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(copyOf(ending), isSecret);
  }
  return isSecret;
}

/**
 * A slice would keep the whole text alive that it was taken from. UTF-8, since a name that is stored with two bytes for
 * each letter is slow to compare; half of a surrogate pair becomes another letter, which decides the same.
 */
function copyOf(name: string): string {
  return Buffer.from(name).toString();
}

function matchesSecretName(name: string): boolean {
  // Supabase splits a long cookie into `sb-…-auth-token.0`, `.1`, ….
  const whole = name.replace(/\.\d$/, '');
  const plain = whole.toLowerCase().replace(/[^a-z]/g, '');
  return (ENDING.test(plain) && !PAGINATION_TOKEN.test(plain)) || WORD.test(whole);
}

/** Whether a secret's name can end in these two characters; a cheap way to skip most names. */
export function mayEndSecretName(last: number, beforeLast: number): boolean {
  return (
    last < 128 && beforeLast < 128 && (last < 58 || IS_LAST_PAIR[pairOf(last, beforeLast)] === 1)
  );
}

function pairOf(last: number, beforeLast: number): number {
  return (beforeLast | 32) * 128 + (last | 32);
}

/** 1 for each pair of letters that ends a secret's name, and for the end of "value", which a sibling member names. */
const IS_LAST_PAIR = new Uint8Array(128 * 128);
for (const pair of 'rd wd se de et en sh ey on ie re al ls wt id ss pw ig tp sk rf ue'.split(' ')) {
  IS_LAST_PAIR[pairOf(pair.charCodeAt(1), pair.charCodeAt(0))] = 1;
}
