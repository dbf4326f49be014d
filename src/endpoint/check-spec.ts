import type {
  ColumnSpec,
  ParameterSpec,
  TenantSpec,
  UntypedSpec,
  ViewSpec,
} from './endpoint-spec.ts';
import { isRequired, SPELLINGS, scalarOf } from './spelling.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/;
const IDENTIFIER = /^[a-z][a-z0-9_]*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Checks a declaration as far as possible without its SQL; throws an `Error` that names the problem. */
export function checkSpec(spec: UntypedSpec): void {
  const fail = (problem: string) => new Error(`Cannot define endpoint "${spec.name}": ${problem}`);
  if (!NAME.test(spec.name)) throw fail('its name is not dotted lower-case words');
  if (!UUID.test(spec.id)) throw fail(`its id "${spec.id}" is not a lower-case UUID`);
  if (!isDescription(spec.description)) throw fail('its description has no final full stop');
  for (const [name, parameter] of Object.entries(spec.parameters))
    checkParameter(name, parameter, fail);
  for (const [name, column] of Object.entries(spec.columns)) checkColumn(name, column, fail);
  for (const [name, view] of Object.entries(spec.views ?? {})) checkView(name, view, fail);
  checkDerivation(spec, fail);
  const mergeable = mergeableProblem(spec);
  if (mergeable) throw fail(mergeable);
  if (spec.tenant) checkTenant(spec.tenant, spec.parameters, fail);
}

type Fail = (problem: string) => Error;

/** What a parameter that is compared with a tenant column may be; a pattern is a text. */
const TENANTS = { equal: /^(STRING|INT64|DATE|BYTES|BOOL)!$/, pattern: /^STRING!$/ } as const;

function checkTenant(
  { match, parameter }: TenantSpec,
  parameters: UntypedSpec['parameters'],
  fail: Fail,
): void {
  if (TENANTS[match].test(parameters[parameter]?.type ?? '')) return;
  const types = match === 'pattern' ? 'STRING!' : 'STRING!, INT64!, DATE!, BYTES! or BOOL!';
  throw fail(`its tenant parameter "${parameter}" is not declared as ${types}`);
}

function checkDerivation(spec: UntypedSpec, fail: Fail): void {
  if (!spec.derive) return;
  for (const [name, type] of Object.entries(spec.derive.parameters)) {
    checkSpelling(`derived parameter "${name}"`, type, fail);
    if (name in spec.parameters) throw fail(`"${name}" is both a parameter and derived`);
  }
  for (const name of spec.derive.uses) {
    if (!(name in spec.parameters)) {
      throw fail(`its derivation uses the undeclared parameter "${name}"`);
    }
  }
}

function checkParameter(name: string, parameter: ParameterSpec, fail: Fail): void {
  if (!IDENTIFIER.test(name)) throw fail(`parameter "${name}" is not a lower-case identifier`);
  if (!isDescription(parameter.description)) {
    throw fail(`parameter "${name}" has a description without a final full stop`);
  }
  checkSpelling(`parameter "${name}"`, parameter.type, fail);
  if (isRequired(parameter.type) && !parameter.example) {
    throw fail(`parameter "${name}" is required and has no example`);
  }
  if (parameter.values && scalarOf(parameter.type).kind !== 'STRING') {
    throw fail(`parameter "${name}" lists values, so its type must be STRING`);
  }
  if (
    parameter.fallback !== undefined &&
    !(parameter.values && parameter.fallback in parameter.values)
  ) {
    throw fail(
      `parameter "${name}" falls back to "${parameter.fallback}", which is not one of its values`,
    );
  }
}

function checkColumn(name: string, column: ColumnSpec, fail: Fail): void {
  if (!IDENTIFIER.test(name)) throw fail(`column "${name}" is not a lower-case identifier`);
  if (!isDescription(column.description)) {
    throw fail(`column "${name}" has a description without a final full stop`);
  }
  if ('type' in column) checkSpelling(`column "${name}"`, column.type, fail);
}

function checkView(name: string, view: ViewSpec, fail: Fail): void {
  if (!FIELD_NAME.test(name)) throw fail(`view "${name}" is not a camelCase name`);
  if (!TYPE_NAME.test(view.typeName)) {
    throw fail(`view "${name}" has the type name "${view.typeName}", which is not in PascalCase`);
  }
  if (!isDescription(view.description)) {
    throw fail(`view "${name}" has a description without a final full stop`);
  }
}

function checkSpelling(what: string, type: string, fail: Fail): void {
  if (!SPELLINGS.includes(type.replace(/!$/, ''))) {
    throw fail(`${what} has the unknown type "${type}"; known are ${SPELLINGS.join(', ')}`);
  }
}

function isDescription(text: string | undefined): boolean {
  return text === undefined || /\S.*\.$/s.test(text);
}

/** The name of the mergeable parameter; undefined if none is declared. */
export function mergeableParameter({
  parameters,
}: Pick<UntypedSpec, 'parameters'>): string | undefined {
  return Object.keys(parameters).find((name) => parameters[name]?.isMergeable);
}

/** Why a declared mergeable parameter is invalid; undefined if it is valid or absent. */
function mergeableProblem({
  parameters,
  tenant,
  derive,
}: Pick<UntypedSpec, 'parameters' | 'tenant' | 'derive'>): string | undefined {
  const [mergeable, second] = Object.entries(parameters).filter(([, spec]) => spec.isMergeable);
  if (!mergeable) return undefined;
  if (second) return 'more than one parameter is mergeable';
  const [name, { type, values }] = mergeable;
  const problem = [
    !/^(STRING|INT64)!?$/.test(type) && `has the type ${type}`,
    values && 'lists its values',
    name === tenant?.parameter && 'is the tenant',
    derive?.uses.includes(name) && 'is used by the derivation',
  ].find((problem) => typeof problem === 'string');
  return problem && `parameter "${name}" cannot be mergeable: it ${problem}`;
}
