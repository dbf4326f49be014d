import { Random } from '../fuzz/random.ts';
import { randomIpv4, randomUserAgent } from './labelled-lines.ts';

const REQUESTS = [
  'GET /talks/2026-tracing/images/flame-graph.png?v=17 HTTP/1.1',
  'GET /blog/tags/postgres%20tuning?page=3&q=vacuum+full HTTP/1.1',
  'POST /rest/v1/orders?select=id%2Ctotal HTTP/1.1',
  'HEAD /favicon.ico HTTP/1.0',
];
const REFERRERS = [
  '-',
  'https://example.com/talks/2026-tracing/',
  'http://www.example.org/search?q=log+viewer&gs_l=hp.3.0.0l4.1.2.3.4.5.6.7',
];

/** An access log's line in the combined format without its address. */
function behindAddress(random: Random): string {
  const time = `01/Jul/2026:10:${10 + random.below(50)}:${10 + random.below(50)} +0000`;
  const size = 200 + random.below(200_000);
  return (
    ` - - [${time}] "${random.pick(REQUESTS)}" 200 ${size} ` +
    `"${random.pick(REFERRERS)}" "${randomUserAgent(random)}"`
  );
}

/** Lines of an access log, the same for the same seed: the address and what follows it. */
export function accessLines(
  seed: number,
  count: number,
): readonly { readonly address: string; readonly rest: string }[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => ({
    address: randomIpv4(random),
    rest: behindAddress(random),
  }));
}
