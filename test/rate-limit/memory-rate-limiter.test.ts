import { MemoryRateLimiter } from '../../src/rate-limit/memory-rate-limiter.ts';
import { rateLimiterContract } from './contract.ts';

rateLimiterContract('MemoryRateLimiter', (seconds) => new MemoryRateLimiter(seconds));
