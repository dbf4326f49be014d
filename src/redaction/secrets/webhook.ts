import { SLASH } from '../text/char-codes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** URL paths of webhooks; the path after them is the secret that allows sending messages. */
const PATH =
  /\.com\/(?:services|workflows|triggers|api\/(?:v\d{1,2}\/)?webhooks|webhookb2|hooks\/catch)\//y;
const HOST = /(?:slack|discord|discordapp|office|zapier)$/;
const SECRET = /[\w/@-]{16,300}/y;

/** The secret part of Slack, Discord, Teams and Zapier webhook URLs. */
export const webhook: Detector = {
  name: 'webhook',
  confidence: 'certain',
  triggers: [{ char: '.', next: 'c', before: 'kdper' }],
  find: findWebhook,
};

function findWebhook(scan: Scan, at: number): readonly Span[] {
  // Most hosts are not followed by a path, or are not in ".com".
  if (scan.code(at + 4) !== SLASH) return NONE;
  PATH.lastIndex = at;
  if (!PATH.test(scan.text) || !HOST.test(scan.left(at, 16))) return NONE;
  SECRET.lastIndex = PATH.lastIndex;
  return SECRET.test(scan.text) ? span(PATH.lastIndex, SECRET.lastIndex) : NONE;
}
