import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import { argumentPins } from '../../catalog/tenancy.ts';
import type { PreparedView } from '../../catalog/views.ts';
import type { ViewSpec } from '../../endpoint/endpoint-spec.ts';
import { coerceArguments } from '../../execution/arguments/arguments.ts';
import type { RunResult } from '../../execution/run-result.ts';
import { pascalCase } from '../../project/names.ts';
import { type Context, type EndpointRequest, runEndpoint } from '../operation/context.ts';
import { type Builder, described, type ObjectRef } from './builder.ts';
import type { ResultInterface } from './result-types.ts';
import { viewRowType } from './row-type.ts';
import { selectedColumns } from './selected-columns.ts';

/** Default page size. */
const DEFAULT_LIMIT = 100;

/** The object type with a field per view of an endpoint; its source is the endpoint and the arguments. */
export function viewsType(builder: Builder, result: ResultInterface, endpoint: PreparedEndpoint) {
  const { name, views = {} } = endpoint.definition;
  const type = builder.objectRef<EndpointRequest>(`${pascalCase(name)}Views`).implement({
    description: `The views of \`${name}\`; one that fails is null and leaves the others standing.`,
  });
  for (const [field, view] of endpoint.views) {
    const spec = views[field];
    if (spec) addView(builder, type, result, { field, spec, view, endpoint });
  }
  return type;
}

interface ViewField {
  readonly field: string;
  readonly spec: ViewSpec;
  readonly view: PreparedView;
  readonly endpoint: PreparedEndpoint;
}

function addView(
  builder: Builder,
  type: ObjectRef<EndpointRequest>,
  result: ResultInterface,
  viewField: ViewField,
): void {
  const { field, spec, endpoint } = viewField;
  const { maxRows } = endpoint.definition.settings;
  const page = pageType(builder, result, viewField);
  builder.objectField(type, field, (t) =>
    t.field({
      type: page,
      nullable: true,
      ...described(spec.description),
      args: {
        limit: t.arg.int({
          required: true,
          defaultValue: Math.min(DEFAULT_LIMIT, maxRows),
          description: `The most rows that the page may have, between 1 and ${maxRows}.`,
        }),
        after: t.arg.string({
          required: false,
          description: 'The `endCursor` of an earlier page; without it the newest rows.',
        }),
      },
      resolve: (request, { limit, after }, context, info) =>
        runEndpoint(context, {
          ...request,
          columns: selectedColumns(info, viewField.view.columns),
          view: { name: field, limit, after },
        }),
    }),
  );
}

function pageType(builder: Builder, result: ResultInterface, { spec, view, endpoint }: ViewField) {
  const row = viewRowType(builder, spec, view, endpoint);
  return builder.objectRef<RunResult>(`${spec.typeName}sResult`).implement({
    description: `A page of \`${spec.cte}\`.`,
    interfaces: [result],
    fields: (t) => ({
      rows: t.expose('rows', {
        type: [row],
        nullable: false,
        description: 'The rows, newest first and by id where times are equal, both descending.',
      }),
      endCursor: t.string({
        nullable: true,
        description:
          'What `after` takes to go on behind the last row; null where there are no rows.',
        resolve: ({ page }) => page?.endCursor ?? null,
      }),
      hasNextPage: t.boolean({
        nullable: false,
        description: 'Whether there are rows behind the last one.',
        resolve: ({ page }) => page?.hasNextPage ?? false,
      }),
    }),
  });
}

/** Checks the caller's access and arguments once for all views. */
export function checkViews(context: Context, request: EndpointRequest): EndpointRequest {
  const { definition } = request.endpoint;
  context.registry.find(definition.name, context.caller);
  const pins = argumentPins(request.endpoint, context.caller.pins);
  coerceArguments(definition, request.raw, { pins });
  return request;
}
