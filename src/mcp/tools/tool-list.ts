import { isSpecType } from '@modelcontextprotocol/server';
import type { Caller } from '../../auth/caller.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Registry } from '../../catalog/registry.ts';
import { FieldstoneError } from '../../errors.ts';
import { attempt } from '../../values/attempt.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { describeTool } from './describe-tool.ts';
import { endpointTool } from './endpoint-tool.ts';
import { estimateTool } from './estimate-tool.ts';
import { hasSandbox } from './named-endpoint.ts';
import { sandboxTool } from './sandbox-tool.ts';
import type { Tool, ToolDescription } from './tool.ts';

/** Tools of a page of the list. */
const PAGE_TOOLS = 100;

/** A page of tools, and where the next one begins. */
export interface ToolPage {
  readonly tools: readonly ToolDescription[];
  readonly nextCursor?: string;
}

/** Which page is requested. */
export interface PageRequest {
  /** Where it begins; undefined: at the first tool. */
  readonly cursor?: string | undefined;
  /** The tools to list; undefined: all. */
  readonly listed?: ReadonlySet<string> | undefined;
  /** Called once with why a tool is not described. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The tools that one key may call, each described at most once for as long as the key and what is served stay the same.
 */
export class ToolList {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #described = new Map<string, ToolDescription | null>();

  constructor(tools: readonly Tool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /**
   * The page that begins at a cursor, of the named tools or of all, without those that the protocol cannot describe: one
   * would make clients refuse the whole list. Throws `BAD_USER_INPUT` for an unknown cursor.
   */
  page({ cursor, listed: names, onError = () => {} }: PageRequest): ToolPage {
    const all = [...this.#tools.values()];
    const listed = names ? all.filter(({ name }) => names.has(name)) : all;
    const start = cursor === undefined ? 0 : readCursor(cursor, listed);
    const end = start + PAGE_TOOLS;
    const tools = listed.slice(start, end).flatMap((tool) => this.#describe(tool, onError) ?? []);
    const next = listed[end];
    return next === undefined ? { tools } : { tools, nextCursor: cursorOf(next.name) };
  }

  /** Each tool is tried alone; null for one that cannot be described, of which the first error tells. */
  #describe(tool: Tool, onError: PageRequest['onError']): ToolDescription | null {
    return getOrInsertComputed(this.#described, tool.name, () => {
      try {
        const description = tool.describe();
        if (isSpecType.Tool(description)) return description;
        throw new Error(`The protocol cannot describe the tool "${tool.name}"`);
      } catch (error) {
        onError?.(error);
        return null;
      }
    });
  }
}

/** A cursor is the name of the tool that its page begins with. */
function cursorOf(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function readCursor(cursor: string, listed: readonly Tool[]): number {
  const name = Buffer.from(cursor, 'base64url').toString();
  const start = listed.findIndex((tool) => tool.name === name);
  if (start < 0)
    throw new FieldstoneError(
      'BAD_USER_INPUT',
      'The cursor is unknown: it must be the nextCursor of a list of these tools',
    );
  return start;
}

/**
 * The tool of an endpoint, alone: a mistake in one must not hide the others. Undefined where the key fixes an argument to
 * two values, so that every call would be refused.
 */
function triedTool(endpoint: PreparedEndpoint, caller: Caller): Tool | undefined {
  return attempt(() => endpointTool(endpoint, caller), FieldstoneError);
}

const lists = new WeakMap<Registry, WeakMap<Caller, ToolList>>();

/** The tools of a key. */
export function toolsOf(registry: Registry, caller: Caller): ToolList {
  const byCaller = getOrInsertComputed(lists, registry, () => new WeakMap<Caller, ToolList>());
  return getOrInsertComputed(byCaller, caller, () => {
    const open = registry.openTo(caller);
    const tools = open.flatMap((endpoint) => triedTool(endpoint, caller) ?? []);
    const ownSql = open.some((endpoint) => hasSandbox(endpoint, caller));
    return new ToolList([
      ...tools,
      ...(ownSql ? [describeTool(), sandboxTool(!caller.redact)] : []),
      ...(tools.length > 0 ? [estimateTool()] : []),
    ]);
  });
}
