import { jsonExcerpt, nameList } from '#googlesql';
import type { Caller } from '../../auth/caller.ts';
import type { PreparedEndpoint } from '../../catalog/prepare.ts';
import type { Parameter } from '../../endpoint/endpoint.ts';
import { badArgument, FieldstoneError } from '../../errors.ts';
import type { RawArguments } from '../../execution/arguments/arguments.ts';
import { camelCase } from '../../project/names.ts';
import { isObject } from '../../values/is-object.ts';
import type { ToolContext } from './tool.ts';

/**
 * The endpoint that an argument names, by the name of its tool, by its own or by its id. Throws `BAD_USER_INPUT` for what
 * is no name, and `ENDPOINT_NOT_FOUND` for an unknown endpoint and for one that the key may not run alike.
 */
export function namedEndpoint(sent: unknown, { caller, registry }: ToolContext): PreparedEndpoint {
  if (typeof sent !== 'string') throw badArgument('endpoint', 'must be a name');
  const open = registry.openTo(caller);
  const named = open.find(({ definition: { field, id, name } }) =>
    [field, name, id].includes(sent),
  );
  if (named) return named;
  const withViews = open.filter((endpoint) => hasSandbox(endpoint, caller));
  const names = nameList(withViews.map(({ definition }) => definition.field)) || 'none';
  throw new FieldstoneError(
    'ENDPOINT_NOT_FOUND',
    `There is no endpoint ${jsonExcerpt(sent)}; those with views are ${names}`,
  );
}

/** Whether a key may send SQL of its own to an endpoint. */
export function hasSandbox({ definition, open }: PreparedEndpoint, caller: Caller): boolean {
  return caller.sandbox && definition.settings.sandbox && (open.views?.ctes.length ?? 0) > 0;
}

/** Arguments by REST names and with REST values, which may be sent as the endpoint's tool has them too. */
export function sandboxArguments(
  { definition }: PreparedEndpoint,
  sent: unknown = {},
): RawArguments {
  if (!isObject(sent)) throw badArgument('arguments', 'must be an object');
  const names = new Map(Object.keys(definition.parameters).map((name) => [camelCase(name), name]));
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const isOwn = Object.hasOwn(definition.parameters, name);
      const own = isOwn ? name : (names.get(name) ?? name);
      return [own, restValue(definition.parameters[own], value)];
    }),
  );
}

/** The REST value of an enum's label; any other value is as it is. */
function restValue(parameter: Parameter | undefined, value: unknown): unknown {
  const { values = {} } = parameter ?? {};
  if (typeof value !== 'string' || Object.hasOwn(values, value)) return value;
  return Object.entries(values).find(([, label]) => label === value)?.[0] ?? value;
}
