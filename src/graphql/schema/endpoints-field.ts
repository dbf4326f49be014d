import type {
  ColumnDescription,
  ViewDescription,
} from '../../catalog/description/describe-columns.ts';
import {
  describeEndpoint,
  type EndpointDescription,
  type ParameterDescription,
} from '../../catalog/description/describe-endpoint.ts';
import type { Builder } from './builder.ts';

/** Adds the field `endpoints`, the same list as REST's `/api/endpoints`. */
export function addEndpointsField(builder: Builder): void {
  const endpoint = endpointType(builder);
  addSettings(builder, endpoint);
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
    fields: (t) => ({
      id: t.exposeID('id', { nullable: false, description: 'Its UUID.' }),
      name: t.exposeString('name', { nullable: false, description: 'Its dotted name.' }),
      description: t.exposeString('description', {
        nullable: false,
        description: 'What it answers.',
      }),
      path: t.exposeString('path', { nullable: false, description: 'Where REST runs it.' }),
      field: t.exposeString('field', {
        nullable: false,
        description: 'The field of `Query` that runs it.',
      }),
      parameters: t.expose('parameters', {
        type: [parameter],
        nullable: false,
        description: 'Its parameters by their REST names, as far as the key has a say in them.',
      }),
      columns: t.expose('columns', {
        type: [column],
        nullable: false,
        description: 'The columns of its rows.',
      }),
      views: t.expose('views', {
        type: [view],
        nullable: false,
        description: 'What SQL of the key may read; empty where it may send none.',
      }),
    }),
  });
}

function addSettings(builder: Builder, endpoint: ReturnType<typeof endpointType>): void {
  builder.objectFields(endpoint, (t) => ({
    sandbox: t.exposeBoolean('sandbox', {
      nullable: false,
      description: 'Whether the key may send its own SQL.',
    }),
    maxRows: t.exposeInt('maxRows', {
      nullable: false,
      description: 'Rows past it are cut, and `truncated` says so.',
    }),
    cacheSeconds: t.exposeInt('cacheSeconds', {
      nullable: true,
      description: 'How long a result is fresh; null where none is kept.',
    }),
    warmSeconds: t.exposeInt('warmSeconds', {
      nullable: true,
      description: 'How often a result in use is refreshed; null where none is.',
    }),
    redacted: t.exposeBoolean('redacted', {
      nullable: false,
      description: 'Whether every answer to the key is redacted, whatever it asks for.',
    }),
    definitionVersion: t.exposeString('definitionVersion', {
      nullable: false,
      description: 'Hash of the definition; another one means that the endpoint has changed.',
    }),
  }));
}

function parameterType(builder: Builder) {
  return builder.objectRef<ParameterDescription>('EndpointParameter').implement({
    description: 'A parameter of an endpoint.',
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false, description: 'Its name in REST.' }),
      type: t.exposeString('type', { nullable: false, description: "BigQuery's type." }),
      required: t.exposeBoolean('required', {
        nullable: false,
        description: 'Whether the key must send it over REST.',
      }),
      description: t.exposeString('description', {
        nullable: false,
        description: 'What it decides.',
      }),
      values: t.expose('values', {
        type: ['String'],
        nullable: true,
        description: 'The values in REST, where they are listed.',
      }),
      default: t.exposeString('default', {
        nullable: true,
        description: 'What an absent or unlisted value behaves as.',
      }),
      pinned: t.exposeString('pinned', {
        nullable: true,
        description: 'The one value that the key may send.',
      }),
      example: t.exposeString('example', { nullable: true, description: 'A value to try.' }),
    }),
  });
}

function columnType(builder: Builder) {
  const column = builder.objectRef<ColumnDescription>('EndpointColumn');
  return column.implement({
    description: 'A column, with what is nested in it.',
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false, description: 'Its name in REST and SQL.' }),
      type: t.exposeString('type', {
        nullable: false,
        description: "BigQuery's type of a value, or of an element where the mode is REPEATED.",
      }),
      mode: t.exposeString('mode', {
        nullable: false,
        description: '`REPEATED` for an array, else `NULLABLE`.',
      }),
      description: t.exposeString('description', { nullable: true, description: 'What it holds.' }),
      fields: t.expose('fields', {
        type: [column],
        nullable: true,
        description: 'The fields of a STRUCT.',
      }),
    }),
  });
}

function viewType(builder: Builder, column: ReturnType<typeof columnType>) {
  return builder.objectRef<ViewDescription>('EndpointView').implement({
    description: "A view that callers' SQL may read.",
    fields: (t) => ({
      name: t.exposeString('name', { nullable: false, description: 'Its name in SQL.' }),
      columns: t.expose('columns', {
        type: [column],
        nullable: false,
        description: 'Its columns.',
      }),
    }),
  });
}
