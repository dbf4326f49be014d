import { COLON, SLASH } from '../text/char-codes.ts';
import { DIGIT, isIn, LETTER, NAME, skipBack, WORD } from '../text/character-classes.ts';
import { Pattern } from '../text/pattern.ts';
import { LEFT_CONTEXT, REDACTED, type Scan } from '../text/scan.ts';
import { isInUserAgent } from './user-agent.ts';

/** A word that announces a version, with the separators of JSON and query parameters. */
const VERSION_WORD =
  /(?:version|build|firmware|release|revision|(?:^|[^a-z])(?:ver|v|rv|rev|rel|fw))s?(?:\s+is)?[\\"']*\s?[:=]?\s?[\\"']*v?$/i;

/** Programs whose version may follow a blank. Operating systems are excluded, since an address may follow them. */
const PROGRAM =
  /(?:explorer|(?:^|[^a-z])(?:chrome|chromium|firefox|opera|opera mini|opera mobi|safari|msie|instagram|whatsapp|webview|os x|center pc|flash player|silverlight|java|jre|jdk|webkit|applewebkit|khtml|gecko|trident|presto|dalvik|clr)) v?$/i;

/** Extensions of files and packages whose names contain a version. */
const PACKAGE = new Pattern(
  /[-_.~+]?(?:tar|tgz|t?[gx]z|zip|bz2|jar|war|deb|rpm|apk|aab|ipa|exe|msi|dmg|pkg|whl|gem|nupkg|crx|xpi|vsix|iso|img|dll|so|min|js|css|el\d|fc\d|amd64|arm64|i[36]86|x86|x64|noarch|all|linux|darwin|windows|macos|win|alpha|beta|rc|snapshot|final|release|r\d|ubuntu|debian|bin|src|dist)(?![a-z])/i,
);

/** Words that precede a `/` and an address in logs, where a product would precede a version. */
const HOSTS: ReadonlySet<string> = new Set(
  'host hosts peer ip ipv4 addr address client server tcp udp localhost inet dst src from to node upstream remote subnet net redacted'.split(
    ' ',
  ),
);

/** Whether a dotted quad is a version number: `version 10.0.19.1`, `lib-1.2.3.4.jar`, a product in a user agent. */
export function isVersion(scan: Scan, start: number, end: number): boolean {
  if (scan.leftCode(start) === 0 || isBeforeNumber(scan, end, COLON)) return false;
  const left = decoded(scan.left(start, LEFT_CONTEXT));
  if (left.endsWith('/')) {
    return followsProduct(left) && (isInUserAgent(scan, start, end) || NAMED_AGENT.test(left));
  }
  if (!isBeforeNumber(scan, end, SLASH) && isNamed(scan, left, end)) return true;
  return endsInName(left) && isInUserAgent(scan, start, end);
}

/** A product at the start of a value whose name says that it is a user agent. */
const NAMED_AGENT = /user[-_]?agent[\\"']{0,8}\s?[:=]\s?[\\"']{0,8}[\w.-]+\/$/i;

/** Whether a word with a letter and a blank end the text. */
function endsInName(left: string): boolean {
  const end = left.length - 1;
  return left.endsWith(' ') && hasLetter(left.slice(skipBack(left, end, WORD, 0), end));
}

/** Whether the surrounding text marks the quad as a version. */
function isNamed(scan: Scan, left: string, end: number): boolean {
  // Version ranges.
  if (left.endsWith('^') || left.endsWith('~')) return true;
  if (left.endsWith('-') || left.endsWith('_')) return isPackage(scan, left, end);
  return VERSION_WORD.test(left) || PROGRAM.test(left);
}

/** Whether a port or a prefix length follows: `10.0.0.1:443`, `10.0.0.0/8`. */
function isBeforeNumber(scan: Scan, end: number, separator: number): boolean {
  return scan.code(end) === separator && isIn(scan.code(end + 1), DIGIT);
}

/** Decodes `+`, which some logs write for the blanks of a user agent. */
function decoded(left: string): string {
  if (left.endsWith('+')) return left.replaceAll('+', ' ');
  return left.includes('%') || left.includes('\\/')
    ? left.replace(/%(?:25)*2F|\\+\//gi, '/').replace(/%(?:25)*20/g, ' ')
    : left;
}

/** Whether the quad follows `name/`, where the name is not part of a URL path and not a host. */
function followsProduct(left: string): boolean {
  const end = left.length - 1;
  const start = skipBack(left, end, NAME, 0);
  const before = left[start - 1];
  const name = left.slice(start, end);
  if (before === '@' || !hasLetter(name)) return false;
  // User agents of old phones separate products with slashes.
  if (before === '/' && isPath(left)) return false;
  const lastWord = name.slice(skipBack(name, name.length, LETTER, 0)).toLowerCase();
  if (HOSTS.has(lastWord) || name.endsWith(REDACTED)) return false;
  // Most products have neither a dot nor a dash.
  return !/[.-]/.test(name) || !HOST_NAME.test(name);
}

const HOST_NAME = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}|ip-[\d-]+)$/;

function hasLetter(name: string): boolean {
  return isIn(name.charCodeAt(0), LETTER) || /[a-z]/i.test(name);
}

/** Whether the text ends in a word that starts with a slash, contains `://`, or is too long to classify. */
function isPath(left: string): boolean {
  const word = /\S*$/.exec(left)?.[0] ?? '';
  return word.length >= LEFT_CONTEXT || /^\W*\/|:\/\//.test(word);
}

/** Whether the quad is part of a package name: `nginx-1.2.3.4.tar.gz` is, `host-10.0.0.1` is not. */
function isPackage(scan: Scan, left: string, end: number): boolean {
  return /[a-z][\d.]*[-_]$/i.test(left) && scan.match(PACKAGE, end) >= 0;
}
