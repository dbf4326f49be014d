import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { prepareEndpoints } from '../../../src/catalog/prepare.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import type { ToolDescription } from '../../../src/mcp/tools/tool.ts';
import { ToolList, toolsOf } from '../../../src/mcp/tools/tool-list.ts';
import { camelCase } from '../../../src/project/names.ts';
import { loadShop, openShop } from '../../examples/shop/open-shop.ts';
import { REQUESTS } from '../../examples/shop/requests.ts';
import { callTool } from '../../support/mcp-call.ts';
import { PROJECT } from '../../support/project.ts';
import { testCaller } from '../../support/test-caller.ts';

const OWN = new Registry(prepareEndpoints(PROJECT));

function describedTo(registry: Registry, given: Parameters<typeof testCaller>[0] = {}) {
  return toolsOf(registry, testCaller(given)).page({}).tools;
}

function named(tools: readonly ToolDescription[], name: string): ToolDescription {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool "${name}"`);
  return tool;
}

function strictAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: true });
  addFormats.default(ajv);
  return ajv;
}

/** The tokens that a model reads of a tool, of which about four characters are one. */
function tokensOf(tool: Partial<ToolDescription>): number {
  return JSON.stringify({ ...tool, outputSchema: undefined }).length / 4;
}

test('every schema compiles, and descriptions and tools are short', async () => {
  const shop = new Registry(prepareEndpoints(await loadShop()));
  const tools = [
    ...describedTo(OWN),
    ...describedTo(OWN, {
      pins: new Map(Object.entries({ project: 'demo', project_tier: 'PRO' })),
    }),
    ...describedTo(shop),
  ];

  for (const tool of tools) {
    const ajv = strictAjv();
    ajv.compile(tool.inputSchema);
    ajv.compile(tool.outputSchema);
    expect(tool.description.length, tool.name).toBeLessThanOrEqual(200);
    expect(tool.name).toMatch(/^\w{1,64}$/);
    expect(tokensOf(tool), tool.name).toBeLessThanOrEqual(220);
  }
  expect(tools.length).toBeGreaterThan(10);
});

test('texts of a project and those of types are sentences of their own', async () => {
  const shop = new Registry(prepareEndpoints(await loadShop()));

  const { inputSchema, outputSchema } = named(describedTo(shop), 'customersBest');

  expect(inputSchema).toMatchObject({
    properties: { top: { description: 'How many. Beyond 2^53 - 1 as a string.' } },
  });
  expect(JSON.stringify(outputSchema)).toContain(
    'Sum of all their orders. A decimal number with all its digits.',
  );
});

test('answers fit the output schema, arguments the input schema', async () => {
  const shop = await openShop();
  const tools = describedTo(new Registry(shop.endpoints));
  for (const { arguments: sent, endpoint } of REQUESTS) {
    const tool = named(tools, camelCase(endpoint));
    const args = Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [camelCase(name), value]),
    );
    const ajv = strictAjv();

    const answer = await callTool(shop, tool.name, args);

    expect(ajv.validate(tool.inputSchema, args), ajv.errorsText()).toBe(true);
    expect(ajv.validate(tool.outputSchema, answer.structuredContent), ajv.errorsText()).toBe(true);
  }
});

test('a pinned argument is not required, and says so', () => {
  const free = named(describedTo(OWN), 'logsAll');
  const pins = new Map([['project', 'demo']]);
  const pinned = named(describedTo(OWN, { pins }), 'logsAll');

  expect(free.inputSchema).toMatchObject({ required: ['project', 'projectTier'] });
  expect(pinned.inputSchema).toMatchObject({
    required: ['projectTier'],
    properties: { project: { description: expect.stringContaining('Fixed by the key') } },
  });
  expect(JSON.stringify(pinned)).not.toContain('"demo"');
});

test('redactPii is offered only where the key leaves a choice', () => {
  const has = (redact: boolean) =>
    Object.hasOwn(
      named(describedTo(OWN, { redact }), 'logsAll').inputSchema['properties'] as object,
      'redactPii',
    );

  expect([has(false), has(true)]).toEqual([true, false]);
});

test('rows and answers are open, arguments are not', () => {
  const { inputSchema, outputSchema } = named(describedTo(OWN), 'logsAll');

  expect(inputSchema['additionalProperties']).toBe(false);
  expect(JSON.stringify(outputSchema)).not.toContain('additionalProperties');
});

test('describe and sandbox are there for keys that may send SQL', () => {
  const names = (given: Parameters<typeof testCaller>[0]) =>
    describedTo(OWN, given).map(({ name }) => name);

  expect(names({})).toEqual(expect.arrayContaining(['describe', 'sandbox', 'estimate']));
  expect(names({ sandbox: false })).not.toContain('describe');
  expect(names({ sandbox: false })).not.toContain('sandbox');
  expect(names({ sandbox: false, endpoints: new Set(['usage.api-counts']) })).toEqual([
    'usageApiCounts',
    'estimate',
  ]);
  expect(names({ endpoints: new Set() })).toEqual([]);
});

test('the tools of a key are described once', () => {
  const caller = testCaller();

  expect(toolsOf(OWN, caller)).toBe(toolsOf(OWN, caller));
  expect(toolsOf(OWN, caller)).not.toBe(toolsOf(OWN, testCaller()));
});

test('many tools are listed in pages', () => {
  const [first] = OWN.endpoints;
  if (!first) throw new Error('There is no endpoint');
  const endpoints = Array.from({ length: 250 }, (_, i) => ({
    ...first,
    definition: { ...first.definition, name: `query-${i}`, id: `id-${i}`, field: `query${i}` },
  }));
  const list = toolsOf(new Registry(endpoints), testCaller({ sandbox: false }));
  const names: string[] = [];
  const sizes: number[] = [];
  const tokens: number[] = [];
  let cursor: string | undefined;
  do {
    const page = list.page({ cursor });
    names.push(...page.tools.map(({ name }) => name));
    tokens.push(...page.tools.map(tokensOf));
    sizes.push(page.tools.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined);

  expect(sizes).toEqual([100, 100, 51]);
  expect(Math.max(...tokens)).toBeLessThanOrEqual(220);
  expect(new Set(names).size).toBe(251);
  expect(() => list.page({ cursor: 'bm9uZQ' })).toThrow('The cursor is unknown');
});

test('a tool that cannot be described hides no other, and is told of once', () => {
  const [right] = describedTo(OWN);
  if (!right) throw new Error('There is no tool');
  const call = () => Promise.reject(new Error('not called'));
  const wrong = { ...right, inputSchema: { type: 'array' } } as unknown as ToolDescription;
  const list = new ToolList([
    { name: 'wrong', describe: () => wrong, call },
    { name: 'right', describe: () => right, call },
    {
      name: 'failing',
      describe: () => {
        throw new Error('no schema');
      },
      call,
    },
  ]);
  const errors: string[] = [];
  const onError = (error: unknown) => errors.push(String(error));

  const pages = [list.page({ onError }), list.page({ onError })];

  expect(pages).toEqual([{ tools: [right] }, { tools: [right] }]);
  expect(errors).toEqual([
    'Error: The protocol cannot describe the tool "wrong"',
    'Error: no schema',
  ]);
});
