import { SLASH } from '../text/char-codes.ts';
import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import { Pattern } from '../text/pattern.ts';
import type { Scan } from '../text/scan.ts';

/** URL paths of webhooks; the path after them is the secret that allows sending messages. */
const PATH = new Pattern(
  /\.com\/(?:services|workflows|triggers|api\/(?:v\d{1,2}\/)?webhooks|webhookb2|hooks\/catch)\//,
);
const HOST = /(?:slack|discord|discordapp|office|zapier)$/;
/** The letter before the last one of each host. */
const LAST_BUT_ONE: ReadonlySet<number> = new Set(Array.from('crpe', (c) => c.charCodeAt(0)));
const SECRET = new Pattern(/[\w/@-]{16,300}/);

/** The secret part of Slack, Discord, Teams and Zapier webhook URLs. */
export const webhook: Detector = {
  name: 'webhook',
  confidence: 'certain',
  triggers: [{ char: '.', next: 'c', before: 'kdper' }],
  leads: ['slack.com/services/', 'discord.com/api/webhooks/', 'slack.com/'],
  find: findWebhook,
};

function findWebhook(scan: Scan, at: number): readonly Span[] {
  // Most hosts are others, are not followed by a path, or are not in ".com".
  if (scan.code(at + 4) !== SLASH || !LAST_BUT_ONE.has(scan.code(at - 2))) return NONE;
  const start = scan.match(PATH, at);
  if (start < 0 || !HOST.test(scan.left(at, 16))) return NONE;
  const end = scan.match(SECRET, start);
  return end >= 0 ? span(start, end) : NONE;
}
