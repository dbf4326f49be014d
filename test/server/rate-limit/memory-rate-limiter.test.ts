import { MemoryRateLimiter } from '../../../src/server/rate-limit/memory-rate-limiter.ts';
import { rateLimiterContract } from './contract.ts';

rateLimiterContract('MemoryRateLimiter', (seconds) => new MemoryRateLimiter(seconds));
