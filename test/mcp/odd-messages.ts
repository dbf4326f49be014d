import fc from 'fast-check';

/** Mostly the first, since a message with several mistakes meets only one check. */
function mostly<Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>) {
  return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: other });
}

const id = mostly(
  fc.integer(),
  fc.oneof(fc.string({ maxLength: 20 }), fc.constant(null), fc.double(), fc.constant({})),
);

const method = fc.oneof(
  fc.constantFrom(
    'tools/call',
    'tools/list',
    'initialize',
    'ping',
    'server/discover',
    'subscriptions/listen',
    'notifications/cancelled',
    'notifications/initialized',
    'resources/list',
    'prompts/get',
    'completion/complete',
    'logging/setLevel',
    'tasks/get',
    '__proto__',
    'constructor',
  ),
  fc.string({ maxLength: 30 }),
);

const revision = fc.oneof(
  fc.constantFrom('2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2099-01-01', ''),
  fc.string({ maxLength: 12 }),
);

const name = fc.oneof(
  fc.constantFrom('logsAll', 'sandbox', 'describe', 'estimate', '__proto__', 'toString'),
  fc.string({ maxLength: 80 }),
);

const envelope = fc.record(
  {
    'io.modelcontextprotocol/protocolVersion': fc.oneof(revision, fc.jsonValue()),
    'io.modelcontextprotocol/clientInfo': fc.oneof(
      fc.constant({ name: 'x', version: '1' }),
      fc.jsonValue(),
    ),
    'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
    progressToken: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const args = fc.oneof(
  fc.dictionary(
    fc.constantFrom('project', 'projectTier', 'endpoint', 'sql', 'arguments', 'tool', '__proto__'),
    fc.jsonValue({ maxDepth: 3 }),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const params = fc.record(
  {
    name: mostly(name, fc.jsonValue()),
    arguments: args,
    cursor: fc.jsonValue(),
    protocolVersion: mostly(revision, fc.jsonValue()),
    capabilities: mostly(fc.constant({}), fc.jsonValue()),
    clientInfo: mostly(fc.constant({ name: 'x', version: '1' }), fc.jsonValue()),
    _meta: mostly(envelope, fc.jsonValue()),
    inputResponses: fc.jsonValue(),
    requestState: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const message = fc.record(
  {
    jsonrpc: mostly(fc.constant('2.0'), fc.jsonValue()),
    id,
    method: mostly(method, fc.jsonValue()),
    params: mostly(params, fc.jsonValue()),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

/** Bodies of requests: messages, batches, halves, other JSON and no JSON. */
export const ODD_BODIES = mostly(
  message.map((one) => JSON.stringify(one)),
  fc.oneof(
    fc.array(message, { maxLength: 5 }).map((all) => JSON.stringify(all)),
    message.map((one) => JSON.stringify(one).slice(0, -3)),
    fc.jsonValue().map((one) => JSON.stringify(one)),
    fc.string(),
  ),
);

/** Headers that fit a message or contradict it. */
export const ODD_HEADERS = fc.record(
  {
    accept: mostly(
      fc.constant('application/json, text/event-stream'),
      fc.constantFrom('application/json', '*/*', 'text/html'),
    ),
    'content-type': mostly(
      fc.constantFrom('application/json', 'application/json; charset=utf-8'),
      fc.constantFrom('text/plain', 'application/x-www-form-urlencoded'),
    ),
    'mcp-protocol-version': fc.constantFrom('2026-07-28', '2025-11-25', '2025-03-26', 'x'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
    'mcp-name': fc.constantFrom('logsAll', 'x', '=?base64?!?='),
    'mcp-session-id': fc.constantFrom('x'),
    'last-event-id': fc.constantFrom('1'),
  },
  { requiredKeys: ['accept', 'content-type'] },
);
