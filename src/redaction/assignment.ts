import { NAME, SPACE, skip, skipBack } from './character-classes.ts';
import type { Scan } from './scan.ts';
import { isSecretName, mayEndSecretName } from './secret-name.ts';
import { secretValueAt } from './secret-value.ts';
import { colonAt } from './separators.ts';

const LONGEST_NAME = 40;

/** Hides the value behind a separator whose name says that it is a secret: `token=…`, `"password": "…"`; -1 if none. */
export function hideAssigned(scan: Scan, separator: number, length: number): number {
  const nameEnd = endOfName(scan, separator);
  const { text } = scan;
  if (!mayEndSecretName(scan.code(nameEnd - 1), scan.code(nameEnd - 2))) return -1;
  const floor = Math.max(scan.end, nameEnd - LONGEST_NAME);
  const name = text.slice(skipBack(text, nameEnd, NAME, floor), nameEnd);
  if (!isSecretName(name)) return -1;
  const isEncoded = length > 1;
  const at = startOfValue(scan, separator, length, nameEnd);
  if (at < 0) return -1;
  const isQuoted = nameEnd < separator && text[nameEnd] !== ' ';
  const value = secretValueAt(text, at, { isQuoted, isEncoded, kind: kindOf(name) });
  return value ? scan.hideValue(value.start, value.end) : -1;
}

function kindOf(name: string): 'cookie' | 'authorization' | 'other' {
  if (/cookie$/i.test(name)) return 'cookie';
  return /authorization$/i.test(name) ? 'authorization' : 'other';
}

/** Steps over a blank, a closing quote and its backslashes between a name and its separator. */
function endOfName(scan: Scan, separator: number): number {
  let at = separator;
  if (scan.code(at - 1) === 32) at -= 1;
  const code = scan.code(at - 1);
  if (code === 34 || code === 39 || code === 96) {
    at -= 1;
    const floor = Math.max(scan.end, at - LONGEST_NAME);
    while (at > floor && scan.code(at - 1) === 92) at -= 1;
  } else if (code === 50 || code === 55) {
    const quote = /%(?:25)*2[27]$/.exec(scan.text.slice(Math.max(scan.end, at - 8), at));
    if (quote) at -= quote[0].length;
  }
  return at;
}

const MOST_BLANKS = 8;

/** Where the value begins; -1 where the separator is part of `::`, `==`, `://` or nothing follows. */
function startOfValue(scan: Scan, separator: number, length: number, nameEnd: number): number {
  const { text } = scan;
  const isColon = colonAt(text, separator) > 0;
  const next = separator + length;
  if ((isColon ? COMPARES_COLON : COMPARES_EQUAL).test(text.slice(next, next + 2))) return -1;
  // "=>" and ":=" assign too.
  const at = scan.code(next) === (isColon ? 61 : 62) ? next + 1 : next;
  if (!isColon && at === next && nameEnd === separator) return at;
  const value = skip(text, at, SPACE, Math.min(at + MOST_BLANKS, text.length));
  return text.slice(at, value).includes('\n') ? -1 : value;
}

const COMPARES_COLON = /^(?::|\/\/)/;
const COMPARES_EQUAL = /^=/;
