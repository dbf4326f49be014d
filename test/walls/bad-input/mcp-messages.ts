import { type Bomb, DEEP, JSON_TYPE, nested } from './bomb.ts';

const ACCEPT = 'application/json, text/event-stream';

function body(name: string, text: string, query = ''): Bomb {
  return {
    name,
    method: 'POST',
    path: `/mcp${query}`,
    type: JSON_TYPE,
    accept: ACCEPT,
    body: text,
  };
}

function message(name: string, method: unknown, params: unknown, id: unknown = 1): Bomb {
  return body(name, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}

function call(name: string, tool: unknown, args: unknown): Bomb {
  return message(name, 'tools/call', { name: tool, arguments: args });
}

/** The same with a text in the place of the arguments, which no serializer would write. */
function rawCall(name: string, tool: string, args: string): Bomb {
  return body(
    name,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`,
  );
}

const LOGS = { project: 'demo', projectTier: 'PRO' };
const LONG = 'a'.repeat(900_000);

function members(count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`argument${i}`, i]));
}

/** Messages of the Model Context Protocol. */
export const MCP_MESSAGES: readonly Bomb[] = [
  body('a message 500 000 deep', nested('[', '', ']', 500_000)),
  body('a message without an end', '{"params":'.repeat(90_000)),
  body('a message of 90 000 members', JSON.stringify(members(60_000))),
  body(
    'a batch of 9 000',
    JSON.stringify(Array.from({ length: 9_000 }, (_, id) => ({ jsonrpc: '2.0', id }))),
  ),
  body('a message that is a text', JSON.stringify(LONG)),
  body('a message that is null', 'null'),
  body('a message that is cut', '{"jsonrpc":"2.0","id":1,"method":"tools/c'),
  body('a prototype', '{"__proto__":{"jsonrpc":"2.0"},"constructor":{"id":1}}'),
  message('a method of 900 000 letters', LONG, {}),
  message('a method that is an object', { toString: 1 }, {}),
  message('an id that is a list', 'tools/list', {}, [1]),
  message('an id of 900 000 letters and no such method', 'nosuch', {}, LONG),
  message('a cursor of 900 000 letters', 'tools/list', { cursor: LONG }),
  message('a cursor that is an object', 'tools/list', { cursor: { a: 1 } }),
  message('a version of 900 000 letters', 'server/discover', {
    _meta: { 'io.modelcontextprotocol/protocolVersion': LONG },
  }),
  message('9 000 members of _meta', 'tools/list', {
    cursor: 'x',
    _meta: members(9_000),
  }),
  call('a tool of 900 000 letters', LONG, {}),
  call('a tool that is an object', { name: 'logsAll' }, {}),
  call('a prototype for a tool', '__proto__', {}),
  call('9 000 arguments', 'logsAll', members(9_000)),
  call('an enum of 900 000 letters', 'logsAll', { ...LOGS, projectTier: LONG }),
  call('a moment of 900 000 digits', 'logsAll', {
    ...LOGS,
    isoTimestampStart: '9'.repeat(900_000),
  }),
  call('a moment that is 9 000 lists', 'logsAll', {
    ...LOGS,
    isoTimestampStart: Array.from({ length: 9_000 }, () => []),
  }),
  call('an argument at the greatest depth', 'logsAll', {
    ...LOGS,
    isoTimestampStart: JSON.parse(nested('[', '', ']', 60)),
  }),
  rawCall('arguments 400 000 deep', 'logsAll', nested('[', '', ']', DEEP)),
  rawCall('a number of 900 000 digits', 'logsAll', `{"project":${'9'.repeat(900_000)}}`),
  rawCall('a string of 150 000 escapes', 'logsAll', `{"project":"${'\\u0000'.repeat(150_000)}"}`),
  rawCall('arguments of a prototype', 'logsAll', '{"__proto__":{"project":"demo"}}'),
  call('an endpoint of 900 000 letters', 'describe', { endpoint: LONG }),
  call('a sandbox of 900 000 letters', 'sandbox', {
    endpoint: 'logs.all',
    arguments: LOGS,
    sql: LONG,
  }),
  call('a sandbox of 9 000 arguments', 'sandbox', {
    endpoint: 'logs.all',
    arguments: members(9_000),
    sql: 'SELECT 1',
  }),
  call('a sandbox of 20 000 brackets', 'sandbox', {
    endpoint: 'logs.all',
    arguments: LOGS,
    sql: nested('(', 'SELECT 1', ')', 20_000),
  }),
  call('the cost of 9 000 arguments', 'estimate', { tool: 'logsAll', arguments: members(9_000) }),
  call('the cost of what a call would cost', 'estimate', {
    tool: 'estimate',
    arguments: { tool: 'estimate', arguments: {} },
  }),
  body('a bound of 15 000 digits', '{}', `?maxChars=${'9'.repeat(15_000)}`),
  body('5 000 tools of no list', '{}', `?tools=${'a,'.repeat(5_000)}`),
];
