import type { ColumnSpec, ParameterSpec, UntypedSpec, ViewSpec } from './endpoint-spec.ts';
import { SpecError } from './spec-error.ts';
import { SPELLINGS } from './spelling.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;
const TYPE_NAME = /^[A-Z][A-Za-z0-9]*$/;

/** Checks a declaration as far as possible without its SQL, which may say the types; throws a `SpecError`. */
export function checkSpec(spec: UntypedSpec): void {
  const { id, parameters = {}, columns = {}, views = {} } = spec;
  if (id !== undefined && !UUID.test(id)) {
    throw fail(['id'], `its id "${id}" is not a lower-case UUID`);
  }
  for (const [name, parameter] of Object.entries(parameters)) checkParameter(name, parameter);
  for (const [name, column] of Object.entries(columns)) checkColumn(name, column);
  for (const [name, view] of Object.entries(views)) checkView(name, view);
  checkDerivation(spec);
}

function fail(path: readonly string[], problem: string): SpecError {
  return new SpecError(`Cannot define the endpoint: ${problem}`, path);
}

function checkDerivation(spec: UntypedSpec): void {
  if (!spec.derive) return;
  for (const [name, type] of Object.entries(spec.derive.parameters)) {
    const path = ['derive', 'parameters', name];
    checkSpelling(path, `derived parameter "${name}"`, type);
    if (name in (spec.parameters ?? {})) {
      throw fail(path, `"${name}" is both a parameter and derived`);
    }
  }
  for (const name of spec.derive.uses) {
    if (!(name in (spec.parameters ?? {}))) {
      throw fail(['derive', 'uses'], `its derivation uses the undeclared parameter "${name}"`);
    }
  }
}

function checkParameter(name: string, parameter: ParameterSpec): void {
  const { fallback, type, values } = parameter;
  const path = ['parameters', name];
  if (type !== undefined) checkSpelling([...path, 'type'], `parameter "${name}"`, type);
  if (fallback !== undefined && !(values && fallback in values)) {
    const problem = `parameter "${name}" falls back to "${fallback}", which is not one of its values`;
    throw fail([...path, 'fallback'], problem);
  }
}

function checkColumn(name: string, { type }: ColumnSpec): void {
  if (type !== undefined) checkSpelling(['columns', name, 'type'], `column "${name}"`, type);
}

function checkView(name: string, view: ViewSpec): void {
  const path = ['views', name];
  if (!FIELD_NAME.test(name)) throw fail(path, `view "${name}" is not a camelCase name`);
  if (!TYPE_NAME.test(view.typeName)) {
    const problem = `view "${name}" has the type name "${view.typeName}", which is not in PascalCase`;
    throw fail([...path, 'typeName'], problem);
  }
}

function checkSpelling(path: readonly string[], what: string, type: string): void {
  const [, element = ''] = /^(?:ARRAY<)?(.*?)>?!?$/.exec(type) ?? [];
  if (!SPELLINGS.includes(element)) {
    const types = SPELLINGS.join(', ');
    throw fail(path, `${what} has the unknown type "${type}"; types are ${types}`);
  }
}
