import type { Bomb } from './bomb.ts';
import { DEEP_DOCUMENTS, LARGE_DOCUMENTS, LARGE_TOKENS } from './documents.ts';
import { GRAPHQL_BODIES } from './graphql-bodies.ts';
import { MCP_MESSAGES } from './mcp-messages.ts';
import { PATTERNS, REST_REQUESTS, SANDBOX_SQL } from './rest-requests.ts';

/** Every bomb by its class. */
export const BOMBS: Readonly<Record<string, readonly Bomb[]>> = {
  'deep documents': DEEP_DOCUMENTS,
  'large documents': LARGE_DOCUMENTS,
  'large tokens': LARGE_TOKENS,
  'GraphQL bodies': GRAPHQL_BODIES,
  'REST requests': REST_REQUESTS,
  'messages to tools': MCP_MESSAGES,
  "callers' SQL": SANDBOX_SQL,
  patterns: PATTERNS,
};
