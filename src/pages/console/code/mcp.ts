import type { SnippetInput } from './snippet.ts';

/** Settings of a client of the Model Context Protocol that offers the endpoint, or callers' SQL, as a tool. */
export function mcpSnippet({ arguments: values, endpoint, key, origin }: SnippetInput): string {
  const tools = 'sql' in values ? 'sandbox,describe' : endpoint.field;
  const settings = {
    mcpServers: {
      fieldstone: {
        type: 'http',
        url: `${origin}/mcp?tools=${tools}`,
        headers: { 'X-API-KEY': key },
      },
    },
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}
