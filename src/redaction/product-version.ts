import { DIGIT, isIn, LETTER, NAME, skipBack } from './character-classes.ts';
import { LEFT_CONTEXT, REDACTED, type Scan } from './scan.ts';

/** A word that says that a version follows, with what JSON and parameters put between the two. */
const VERSION_WORD =
  /(?:version|build|firmware|release|revision|(?:^|[^a-z])(?:ver|v|rv|rev|rel|fw))s?(?:\s+is)?[\\"']*\s?[:=]?\s?[\\"']*v?$/i;

/** Names whose number is a version also across a blank; servers are not among them, an address may follow those. */
const PRODUCT =
  /(?:explorer|(?:^|[^a-z])(?:chrome|chromium|firefox|opera|opera mini|opera mobi|safari|msie|instagram|whatsapp|webview|android|ios|ipados|nt|os|os x|center pc|linux|kernel|darwin|flash player|silverlight|java|jre|jdk|webkit|applewebkit|khtml|gecko|trident|presto|dalvik|clr)) v?$/i;

/** Endings of the files and packages that carry a version in their names. */
const PACKAGE =
  /[-_.~+]?(?:tar|tgz|t?[gx]z|zip|bz2|jar|war|deb|rpm|apk|aab|ipa|exe|msi|dmg|pkg|whl|gem|nupkg|crx|xpi|vsix|iso|img|dll|so|min|js|css|el\d|fc\d|amd64|arm64|i[36]86|x86|x64|noarch|all|linux|darwin|windows|macos|win|alpha|beta|rc|snapshot|final|release|r\d|ubuntu|debian|bin|src|dist)(?![a-z])/iy;

/** What stands before a `/` and an address in logs, where a product would stand before a version. */
const HOSTS: ReadonlySet<string> = new Set(
  'host hosts peer ip ipv4 addr address client server tcp udp localhost inet dst src from to node upstream remote subnet net redacted'.split(
    ' ',
  ),
);

const USER_AGENT = /Mozilla\/\d\.\d[ +(%]/;
const LONGEST_AGENT = 320;

/** Whether the dotted quad is a version of something: `Chrome/99.0.48.12`, `version 10.0.19.1`, `lib-1.2.3.4.jar`. */
export function isVersion(scan: Scan, start: number, end: number): boolean {
  const code = scan.leftCode(start);
  if (code === 0 || isFollowedLikeAddress(scan, end)) return false;
  // "^" and "~" of version ranges.
  if (code === 94 || code === 126) return true;
  const left = decoded(scan.left(start, LEFT_CONTEXT));
  if (left.endsWith('/')) return isBehindProduct(left);
  if (code === 45 || code === 95) return isPackage(scan, left, end);
  if (VERSION_WORD.test(left) || PRODUCT.test(left)) return true;
  return /[a-z] $/i.test(left) && isInUserAgent(scan, start);
}

/** A port or a prefix length: `10.0.0.1:443`, `10.0.0.0/8`. */
function isFollowedLikeAddress(scan: Scan, end: number): boolean {
  const code = scan.code(end);
  return (code === 58 || code === 47) && isIn(scan.code(end + 1), DIGIT);
}

function decoded(left: string): string {
  return left.includes('%') || left.includes('\\/')
    ? left.replace(/%(?:25)*2F|\\+\//gi, '/').replace(/%(?:25)*20/g, ' ')
    : left;
}

/** The name before a `/` is a product unless it is part of a path or names a host. */
function isBehindProduct(left: string): boolean {
  const end = left.length - 1;
  const start = skipBack(left, end, NAME, 0);
  const before = left[start - 1];
  const name = left.slice(start, end);
  if (before === '/' || before === '@' || !/[a-z]/i.test(name)) return false;
  const lastWord = name.slice(skipBack(name, name.length, LETTER, 0)).toLowerCase();
  if (HOSTS.has(lastWord) || name.endsWith(REDACTED)) return false;
  return !/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|ip-[\d-]+)$/.test(name);
}

/** `nginx-1.2.3.4.tar.gz` is a version; `host-10.0.0.1` is not. */
function isPackage(scan: Scan, left: string, end: number): boolean {
  PACKAGE.lastIndex = end;
  return /[a-z][\d.]*[-_]$/i.test(left) && PACKAGE.test(scan.text);
}

function isInUserAgent(scan: Scan, start: number): boolean {
  const before = scan.text.slice(Math.max(scan.end, start - LONGEST_AGENT), start);
  return USER_AGENT.test(before.slice(before.lastIndexOf('"') + 1));
}
