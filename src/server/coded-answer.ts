import type { IncomingHttpHeaders } from 'node:http';
import { compressSync, MAX_SYNC_BYTES } from './compress.ts';
import { acceptedCodings } from './content-coding.ts';
import type { HandlerAnswer } from './handler-answer.ts';

/**
 * An answer in the content coding that its client prefers, so that it can be sent again as it is; the same answer if it
 * has a coding already, or is too short or too long.
 */
export function codedAnswer(answer: HandlerAnswer, client: IncomingHttpHeaders): HandlerAnswer {
  const { bytes: plain, headers } = answer;
  if (!plain || plain.length > MAX_SYNC_BYTES || headers['content-encoding']) return answer;
  const [coding = 'identity'] = acceptedCodings(client, plain.length);
  if (coding === 'identity') return answer;
  const bytes = compressSync(plain, coding);
  const codedHeaders = {
    ...headers,
    'content-encoding': coding,
    'content-length': `${bytes.length}`,
    vary: headers['vary'] ? `${headers['vary']}, Accept-Encoding` : 'Accept-Encoding',
  };
  return { ...answer, headers: codedHeaders, bytes };
}
