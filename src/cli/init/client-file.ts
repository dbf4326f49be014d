import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { json } from './draft.ts';
import { type Members, nameOf, readMembers } from './package-files.ts';
import type { TargetFolder } from './target-folder.ts';

/** The file in which MCP clients look for the servers of a project. */
const FILE = '.mcp.json';

/** How a client starts the tools; the key is read from `.env`, which is not committed. */
const SERVER = { command: 'npx', args: ['fieldstone', 'mcp'] };

/** The `.mcp.json` of a project: that which is there, with a server for its endpoints. */
export function clientText({ path }: TargetFolder): string {
  const file = join(path, FILE);
  const own = existsSync(file) ? readMembers(file) : {};
  const servers = own['mcpServers'] as Members | undefined;
  return json({ ...own, mcpServers: { [nameOf(path)]: SERVER, ...servers } });
}
