/** The service of the bench `cache`, with traces of every request, which nobody receives. */

import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { createLogger } from '../../../src/server/logging/logger.ts';
import { startTracing } from '../../../src/tracing/start-tracing.ts';
import { ROWS } from '../cache/question.ts';
import { tellReady } from '../cache/ready.ts';
import { openScriptedService } from '../scripted-service.ts';

const log = createLogger('silent', { write: () => {} });
const { server, key } = await openScriptedService({
  rowsOf: () => ROWS,
  rateLimit: {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 1e9,
    refusalsPerMinute: 1e9,
    countCached: true,
  },
  tracing: await startTracing(true, 'bench', log),
});
tellReady(server, key);
