import { type Detector, NONE, type Span, span } from '../text/detector.ts';
import type { Scan } from '../text/scan.ts';

/** Paths of addresses that let whoever knows them send messages; the part behind them is the secret. */
const PATH =
  /\.com\/(?:services|workflows|triggers|api\/(?:v\d{1,2}\/)?webhooks|webhookb2|hooks\/catch)\//y;
const HOST = /(?:slack|discord|discordapp|office|zapier)$/;
const SECRET = /[\w/@-]{16,300}/y;

/** The secret part of webhooks of Slack, Discord, Teams and Zapier. */
export const webhook: Detector = {
  name: 'webhook',
  confidence: 'certain',
  triggers: [{ sign: '.', next: 'c', before: 'kdper' }],
  find: findWebhook,
};

function findWebhook(scan: Scan, at: number): readonly Span[] {
  PATH.lastIndex = at;
  if (!PATH.test(scan.text) || !HOST.test(scan.left(at, 16))) return NONE;
  SECRET.lastIndex = PATH.lastIndex;
  return SECRET.test(scan.text) ? span(PATH.lastIndex, SECRET.lastIndex) : NONE;
}
