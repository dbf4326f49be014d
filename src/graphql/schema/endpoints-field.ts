import type { ViewDescription } from '../../catalog/description/describe-columns.ts';
import {
  describeEndpoint,
  type EndpointDescription,
  type ParameterDescription,
} from '../../catalog/description/describe-endpoint.ts';
import type { ColumnDescription } from '../../values/describe-column.ts';
import type { Builder } from './builder.ts';
import { memberFields } from './builder.ts';

/** Adds the field `endpoints`, the same list as REST's `/api/endpoints`. */
export function addEndpointsField(builder: Builder): void {
  const endpoint = endpointType(builder);
  builder.queryField('endpoints', (t) =>
    t.field({
      type: [endpoint],
      nullable: false,
      description: 'The endpoints that the key may run.',
      resolve: (_, _args, { registry, caller }) =>
        registry.openTo(caller).map((one) => describeEndpoint(one, caller)),
    }),
  );
}

function endpointType(builder: Builder) {
  const column = columnType(builder);
  const parameter = parameterType(builder);
  const view = viewType(builder, column);
  return builder.objectRef<EndpointDescription>('Endpoint').implement({
    description: 'A stored query that can be run.',
    fields: memberFields<EndpointDescription>({
      id: ['ID', 'Its UUID.'],
      name: ['String', 'Its dotted name.'],
      description: ['String', 'What it answers.'],
      path: ['String', 'Where REST runs it.'],
      field: ['String', 'The field of `Query` that runs it.'],
      parameters: [
        [parameter],
        'Its parameters by their REST names, as far as the key has a say in them.',
      ],
      columns: [[column], 'The columns of its rows.'],
      views: [[view], 'What SQL of the key may read; empty where it may send none.'],
      sandbox: ['Boolean', 'Whether the key may send its own SQL.'],
      maxRows: ['Int', 'Rows past it are cut, and `truncated` says so.'],
      cacheSeconds: ['Int', 'How long a result is fresh; null where none is kept.', 'nullable'],
      warmSeconds: [
        'Int',
        'How often a result in use is refreshed; null where none is.',
        'nullable',
      ],
      redacted: ['Boolean', 'Whether every answer to the key is redacted, whatever it asks for.'],
      definitionVersion: [
        'String',
        'Hash of the definition; another one means that the endpoint has changed.',
      ],
    }),
  });
}

function parameterType(builder: Builder) {
  return builder.objectRef<ParameterDescription>('EndpointParameter').implement({
    description: 'A parameter of an endpoint.',
    fields: (t) => ({
      ...memberFields<ParameterDescription>({
        name: ['String', 'Its name in REST.'],
        type: ['String', "BigQuery's type."],
        required: ['Boolean', 'Whether the key must send it over REST.'],
        description: ['String', 'What it decides.'],
        values: [['String'], 'The values in REST, where they are listed.', 'nullable'],
      })(t),
      default: t.string({
        nullable: true,
        description: 'What an absent or unlisted value behaves as.',
        resolve: ({ default: value }) => asText(value),
      }),
      ...memberFields<ParameterDescription>({
        pinned: ['String', 'The one value that the key may send.', 'nullable'],
      })(t),
      example: t.string({
        nullable: true,
        description: 'A value to try.',
        resolve: ({ example }) => asText(example),
      }),
    }),
  });
}

/** A value of REST as text; JSON, if it is no text. */
function asText(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function columnType(builder: Builder) {
  const column = builder.objectRef<ColumnDescription>('EndpointColumn');
  return column.implement({
    description: 'A column, with what is nested in it.',
    fields: memberFields<ColumnDescription>({
      name: ['String', 'Its name in REST and SQL.'],
      type: ['String', "BigQuery's type of a value, or of an element where the mode is REPEATED."],
      mode: ['String', '`REPEATED` for an array, else `NULLABLE`.'],
      description: ['String', 'What it holds.', 'nullable'],
      fields: [[column], 'The fields of a STRUCT.', 'nullable'],
    }),
  });
}

function viewType(builder: Builder, column: ReturnType<typeof columnType>) {
  return builder.objectRef<ViewDescription>('EndpointView').implement({
    description: "A view that callers' SQL may read.",
    fields: memberFields<ViewDescription>({
      name: ['String', 'Its name in SQL.'],
      columns: [[column], 'Its columns.'],
    }),
  });
}
