import type { Endpoint } from '../endpoint/endpoint.ts';
import { functionsInvocationStats } from './functions.invocation-stats/endpoint.ts';
import { logsAll } from './logs.all/endpoint.ts';
import { usageApiCounts } from './usage.api-counts/endpoint.ts';

/** Every endpoint of this deployment; a new one is a folder and a line here. */
export const ENDPOINTS: readonly Endpoint[] = [functionsInvocationStats, logsAll, usageApiCounts];
