import type { Caller } from '../../auth/caller.ts';
import type { ViewDescription } from '../../catalog/description/describe-columns.ts';
import { describeEndpoint } from '../../catalog/description/describe-endpoint.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { FieldstoneError } from '../../errors.ts';
import { getOrInsertComputed } from '../../values/memory.ts';
import { refuseUnknown } from './arguments.ts';
import { exampleStatements } from './example-statements.ts';
import { hasSandbox, namedEndpoint } from './named-endpoint.ts';
import { closedObject, openObject, type Schema } from './schema.ts';
import { ANNOTATIONS, type Tool } from './tool.ts';

const COLUMN: Schema = {
  ...openObject(
    {
      name: { type: 'string' },
      type: { type: 'string', description: "BigQuery's type; a STRUCT has fields." },
      mode: { enum: ['NULLABLE', 'REPEATED'] },
      description: { type: 'string' },
      fields: { type: 'array', items: { type: 'object' } },
    },
    ['name', 'type', 'mode'],
  ),
};

/** The tool that returns the views which callers' own SELECTs may read. */
export function describeTool(): Tool {
  return {
    name: 'describe',
    describe: () => ({
      name: 'describe',
      title: 'Views of an endpoint',
      description:
        'Returns the views that `sandbox` may read for an endpoint, with their columns, and statements that work.',
      inputSchema: closedObject(
        { endpoint: { type: 'string', description: 'Name of the endpoint, or of its tool.' } },
        ['endpoint'],
      ),
      outputSchema: openObject({
        endpoint: { type: 'string' },
        views: {
          type: 'array',
          items: openObject({
            name: { type: 'string' },
            time: {
              type: ['string', 'null'],
              description: 'The column that orders its rows in time.',
            },
            columns: { type: 'array', items: COLUMN },
          }),
        },
        statements: { type: 'array', items: { type: 'string' } },
      }),
      annotations: ANNOTATIONS,
    }),
    async call(sent, context) {
      refuseUnknown(sent, ['endpoint']);
      const endpoint = namedEndpoint(sent['endpoint'], context);
      const structuredContent = describeViews(endpoint, context.caller);
      return { structuredContent, content: [{ type: 'text', text: textOf(structuredContent) }] };
    },
  };
}

/** What is described of an endpoint's views. */
interface DescribedViews extends Readonly<Record<string, unknown>> {
  readonly endpoint: string;
  readonly views: readonly ViewDescription[];
  readonly statements: readonly string[];
}

const described = new WeakMap<PreparedEndpoint, DescribedViews>();

function describeViews(endpoint: PreparedEndpoint, caller: Caller): DescribedViews {
  const { name } = endpoint.definition;
  if (!hasSandbox(endpoint, caller)) {
    throw new FieldstoneError('FORBIDDEN', `No SQL of your own may be sent to endpoint "${name}"`);
  }
  return getOrInsertComputed(described, endpoint, () => {
    const { views } = describeEndpoint(endpoint, caller);
    const texts = new Map(
      endpoint.definition.columns.map((column) => [column.name, column.description]),
    );
    return {
      endpoint: name,
      views: views.map((view) => ({
        ...view,
        columns: view.columns.map((column) => {
          const description = texts.get(column.name);
          return description ? { ...column, description } : column;
        }),
      })),
      statements: exampleStatements(endpoint),
    };
  });
}

function textOf({ statements, views }: DescribedViews): string {
  const lines = views.map(({ columns, name }) => {
    const list = columns.map(
      (one) => `${one.name} ${one.mode === 'REPEATED' ? `ARRAY<${one.type}>` : one.type}`,
    );
    return `${name}: ${list.join(', ')}`;
  });
  return [...lines, '', ...statements.map((statement) => `${statement};`)].join('\n');
}
