import type { ColumnSpec, ParameterSpec, UntypedSpec, ViewSpec } from './endpoint-spec.ts';
import { SPELLINGS } from './spelling.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Checks a declaration as far as possible without its SQL, which may say the types; throws an `Error` that names the problem. */
export function checkSpec(spec: UntypedSpec): void {
  const { id, parameters = {}, columns = {}, views = {} } = spec;
  const fail = (problem: string) => new Error(`Cannot define the endpoint: ${problem}`);
  if (id !== undefined && !UUID.test(id)) throw fail(`its id "${id}" is not a lower-case UUID`);
  for (const [name, parameter] of Object.entries(parameters)) checkParameter(name, parameter, fail);
  for (const [name, column] of Object.entries(columns)) checkColumn(name, column, fail);
  for (const [name, view] of Object.entries(views)) checkView(name, view, fail);
  checkDerivation(spec, fail);
  const mergeable = mergeableProblem(spec);
  if (mergeable) throw fail(mergeable);
}

type Fail = (problem: string) => Error;

function checkDerivation(spec: UntypedSpec, fail: Fail): void {
  if (!spec.derive) return;
  for (const [name, type] of Object.entries(spec.derive.parameters)) {
    checkSpelling(`derived parameter "${name}"`, type, fail);
    if (name in (spec.parameters ?? {})) throw fail(`"${name}" is both a parameter and derived`);
  }
  for (const name of spec.derive.uses) {
    if (!(name in (spec.parameters ?? {}))) {
      throw fail(`its derivation uses the undeclared parameter "${name}"`);
    }
  }
}

function checkParameter(name: string, parameter: ParameterSpec, fail: Fail): void {
  const { fallback, type, values } = parameter;
  if (type !== undefined) checkSpelling(`parameter "${name}"`, type, fail);
  if (fallback !== undefined && !(values && fallback in values)) {
    throw fail(`parameter "${name}" falls back to "${fallback}", which is not one of its values`);
  }
}

function checkColumn(name: string, { type }: ColumnSpec, fail: Fail): void {
  if (type !== undefined) checkSpelling(`column "${name}"`, type, fail);
}

function checkView(name: string, view: ViewSpec, fail: Fail): void {
  if (!FIELD_NAME.test(name)) throw fail(`view "${name}" is not a camelCase name`);
  if (!TYPE_NAME.test(view.typeName)) {
    throw fail(`view "${name}" has the type name "${view.typeName}", which is not in PascalCase`);
  }
}

function checkSpelling(what: string, type: string, fail: Fail): void {
  const [, element = ''] = /^(?:ARRAY<)?(.*?)>?!?$/.exec(type) ?? [];
  if (!SPELLINGS.includes(element)) {
    throw fail(`${what} has the unknown type "${type}"; types are ${SPELLINGS.join(', ')}`);
  }
}

/** The name of the mergeable parameter; undefined if none is declared. */
export function mergeableParameter(
  parameters: Readonly<Record<string, Pick<ParameterSpec, 'isMergeable'>>>,
): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]?.isMergeable);
}

/** Why a declared mergeable parameter is invalid; undefined if it is valid or absent. */
function mergeableProblem({
  parameters = {},
  tenant,
  derive,
}: Pick<UntypedSpec, 'parameters' | 'tenant' | 'derive'>): string | undefined {
  const [mergeable, second] = Object.entries(parameters).filter(([, spec]) => spec.isMergeable);
  if (!mergeable) return undefined;
  if (second) return 'more than one parameter is mergeable';
  const [name, { values }] = mergeable;
  const problem = [
    values && 'lists its values',
    name === tenant?.parameter && 'is the tenant',
    derive?.uses.includes(name) && 'is used by the derivation',
  ].find((problem) => typeof problem === 'string');
  return problem && `parameter "${name}" cannot be mergeable: it ${problem}`;
}
