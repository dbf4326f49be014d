import { beginsWord } from '../text/boundary.ts';
import { HYPHEN, UNDERSCORE } from '../text/char-codes.ts';
import { BASE64URL } from '../text/character-classes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';
import { dotAt } from '../text/separators.ts';

const MIN_HEADER_LENGTH = 10;
const MAX_PARTS = 5;

/** JSON Web Tokens, including ones truncated within the payload. */
export const jwt: Detector = {
  name: 'jwt',
  confidence: 'certain',
  triggers: [{ char: 'J', before: 'y' }],
  leads: ['eyJ', 'eyJaaaaaaaaaa.', 'eyJ.eyJ'],
  find: findJwt,
};

/** `at` is the index after the leading `eyJ`. */
function findJwt(scan: Scan, at: number): readonly Span[] {
  const start = at - 2;
  if (!scan.startsWith('ey', start) || start < scan.end || !beginsToken(scan, start)) return NONE;
  const header = scan.skip(at, BASE64URL);
  scan.skipTo(header);
  const dot = dotAt(scan, header);
  if (dot === 0 || header - start < MIN_HEADER_LENGTH) return NONE;
  let end = header;
  for (let part = 1; part < MAX_PARTS; part += 1) {
    const next = dotAt(scan, end);
    if (next === 0) break;
    const behind = scan.skip(end + next, BASE64URL);
    // Both an unsigned token and a sentence can end in a dot.
    if (behind === end + next) break;
    end = behind;
  }
  return end === header ? NONE : span(start, end);
}

/** Whether a token begins here: only the first `eyJ` of a base64url run does, whatever the run's length. */
function beginsToken(scan: Scan, start: number): boolean {
  const code = scan.leftCode(start);
  return code !== HYPHEN && code !== UNDERSCORE && beginsWord(scan, start);
}
