/** The service as it runs, but that its engine answers the same rows at once. */
import { MemoryRateLimiter } from '../../../src/request/rate-limiter.ts';
import { openScriptedService } from '../scripted-service.ts';
import { ROWS } from './question.ts';
import { tellReady } from './ready.ts';

const { server, key } = await openScriptedService({
  rowsOf: () => ROWS,
  rateLimit: {
    limiter: new MemoryRateLimiter(),
    requestsPerMinute: 1e9,
    refusalsPerMinute: 1e9,
    countCached: true,
  },
});
tellReady(server, key);
