import type { IncomingHttpHeaders } from 'node:http';
import { compressSync } from './compress.ts';
import { acceptedCodings } from './content-coding.ts';
import type { HandlerAnswer } from './handler-answer.ts';

/** Compressing more would hold the event loop for milliseconds. */
const MAX_BYTES = 65_536;

/**
 * An answer in the content coding that its client prefers, so that it can be sent again as it is; the same answer if it
 * has a coding already, or is too short or too long.
 */
export function codedAnswer(answer: HandlerAnswer, client: IncomingHttpHeaders): HandlerAnswer {
  const { bytes, headers } = answer;
  if (!bytes || bytes.length > MAX_BYTES || headers['content-encoding']) return answer;
  const [coding = 'identity'] = acceptedCodings(client, bytes.length);
  if (coding === 'identity') return answer;
  const coded = compressSync(bytes, coding);
  const vary = headers['vary'] ? `${headers['vary']}, Accept-Encoding` : 'Accept-Encoding';
  return {
    ...answer,
    headers: {
      ...headers,
      'content-encoding': coding,
      'content-length': `${coded.length}`,
      vary,
    },
    bytes: coded,
  };
}
