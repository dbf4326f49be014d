import { type CallToolResult, inputRequired, Server } from '@modelcontextprotocol/server';
import { REVISIONS } from '../../../src/mcp/protocol.ts';
import type { OtherServer } from '../../../src/mcp/route.ts';

/** One black pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** A WAV file without samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const TEXT = { type: 'text', text: 'This is a simple text response for testing.' } as const;
const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const RESOURCE = {
  type: 'resource',
  resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{}' },
} as const;

/** The content that the suite wants of its tools, by their names. */
const CONTENT: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [TEXT] },
  test_image_content: { content: [IMAGE] },
  test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  },
  test_multiple_content_types: { content: [TEXT, IMAGE, RESOURCE] },
  test_error_handling: {
    isError: true,
    content: [{ type: 'text', text: 'This tool intentionally returns an error for testing' }],
  },
};

/** Answers calls of the suite's own tools. */
export const fixturesServer: OtherServer = (message) => {
  const { name } = (message['params'] ?? {}) as { readonly name?: unknown };
  const isFixture = typeof name === 'string' && name.startsWith('test_');
  return isFixture ? () => fixtureServer(name) : undefined;
};

function fixtureServer(name: string): Server {
  const server = new Server(
    { name: 'fieldstone', version: '0' },
    { capabilities: { tools: {}, logging: {} }, supportedProtocolVersions: REVISIONS },
  );
  server.setRequestHandler('tools/call', async (_, { mcpReq }) => {
    if (name === 'test_logging_tool') await mcpReq.log('info', 'a line');
    if (name === 'test_missing_capability') return inputRequired({ inputRequests: SAMPLING });
    if (name === 'test_streaming_elicitation') return inputRequired({ inputRequests: ELICITATION });
    return CONTENT[name] ?? { content: [TEXT] };
  });
  return server;
}

const SAMPLING = {
  answer: inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
    maxTokens: 1,
  }),
};

const ELICITATION = {
  answer: inputRequired.elicit({
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { which: { type: 'string' } } },
  }),
};
