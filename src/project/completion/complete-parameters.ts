import {
  type DefaultValue,
  type Expression,
  excerpt,
  type HeaderParameter,
  type InferredParameter,
  nodesOfKind,
  type ParameterTag,
  parseTypeSpelling,
  printExpressionText,
  type Query,
  SqlError,
  spellType,
} from '#googlesql';
import type {
  ArgumentScalar,
  Endpoint,
  EndpointSource,
  Parameter,
  ParameterDefault,
} from '../../endpoint/endpoint.ts';
import type { ParameterSpec } from '../../endpoint/endpoint-spec.ts';
import { SpecError } from '../../endpoint/spec-error.ts';
import { isRequired, typeOf } from '../../endpoint/spelling.ts';
import { parameterFaults } from '../names.ts';
import { agreed } from './agreed.ts';
import { sameName } from './same-name.ts';

/**
 * The tags of the head comment, with the types that `endpoint.ts` declares, of the parameters that the query uses: `used`
 * has their names in lower case.
 */
export function parameterTags(
  { header, declaration }: EndpointSource,
  used: ReadonlySet<string>,
): readonly ParameterTag[] {
  const declared = Object.entries(declaration.parameters ?? {});
  const tags = header.parameters.map((tag): ParameterTag => {
    const type = declared.find(([name]) => sameName(name, tag.name))?.[1].type;
    if (type === undefined) return tag;
    if (tag.type && spellType(tag.type) !== type)
      throw disagreement(tag, spellType(tag.type), type);
    return { ...tag, type: parseTypeSpelling(type) };
  });
  const others = declared.flatMap(([name, { type }]): readonly ParameterTag[] => {
    if (type === undefined || tags.some((tag) => sameName(tag.name, name))) return [];
    return [{ name, type: parseTypeSpelling(type), offset: 0 }];
  });
  return [...tags, ...others].filter(({ name }) => used.has(name.toLowerCase()));
}

/** The names of the parameters that a query uses, in lower case. */
export function usedNames(query: Query): ReadonlySet<string> {
  return new Set(nodesOfKind(query, 'parameter').map(({ name }) => name.toLowerCase()));
}

function disagreement({ name, offset }: HeaderParameter, here: string, there: string): SqlError {
  return new SqlError(`@${name} is ${here} here, and ${there} in endpoint.ts`, offset);
}

/**
 * The parameters: those that `endpoint.ts` declares, in its order, then the others in the order of their first use.
 * `used` names those that the derivation reads.
 */
export function completeParameters(
  source: EndpointSource,
  inferred: readonly InferredParameter[],
  used: readonly string[],
): Endpoint['parameters'] {
  const declared = Object.entries(source.declaration.parameters ?? {});
  const own = declared.map(([name, spec]) => {
    const found = inferred.find((one) => sameName(one.name, name));
    return found ? complete(source, found, spec) : derivedFrom(name, spec, used);
  });
  const others = inferred
    .filter((one) => !declared.some(([name]) => sameName(one.name, name)))
    .map((one) => complete(source, one, {}));
  const all = [...own, ...others];
  checkNames(source, all, inferred);
  for (const [name, parameter] of all) checkType(name, parameter);
  return Object.fromEntries(all);
}

type NamedParameter = readonly [name: string, parameter: Parameter];

/** Refuses names that cannot be said, and tags and examples of parameters that are not there. */
function checkNames(
  { header }: EndpointSource,
  parameters: readonly NamedParameter[],
  inferred: readonly InferredParameter[],
): void {
  const names = parameters.map(([name]) => name);
  const examples = Object.keys(header.example?.value ?? {});
  const said = [
    ...header.parameters,
    ...examples.map((name) => ({ name, offset: header.example?.offset })),
  ];
  const stray = said.find(({ name }) => !names.some((other) => sameName(other, name)));
  if (stray) {
    throw new SqlError(`The query has no parameter @${excerpt(stray.name)}`, stray.offset);
  }
  const [fault] = parameterFaults(names);
  if (!fault) return;
  const { offset } = inferred.find(({ name }) => name === names[fault.index]) ?? {};
  throw new SqlError(fault.message, offset);
}

/** Refuses what is declared of a parameter but does not go with its type. */
function checkType(name: string, { type, values }: Parameter): void {
  if (values && type.kind !== 'STRING') {
    const problem = `parameter "${name}" lists values, so its type must be STRING`;
    throw new SpecError(problem, ['parameters', name, 'values']);
  }
}

/** A parameter that the query uses. */
function complete(
  { header }: EndpointSource,
  one: InferredParameter,
  spec: ParameterSpec,
): NamedParameter {
  const tag = header.parameters.find(({ name }) => sameName(name, one.name));
  const subject = `@${one.name}`;
  const sent = Object.entries(header.example?.value ?? {}).find(([name]) =>
    sameName(name, one.name),
  );
  const tagged = sent && { value: sent[1], offset: header.example?.offset ?? 0 };
  const example = agreed<unknown>(`The example of ${subject}`, tagged, spec.example);
  const text = tag?.text === undefined ? undefined : { value: tag.text, offset: tag.offset };
  const description = agreed(`The description of ${subject}`, text, spec.description);
  return [one.name, parameterOf(one, { tag, spec: { ...spec, description }, example })];
}

/** A parameter that only the derivation uses. */
function derivedFrom(
  name: string,
  { type, ...rest }: ParameterSpec,
  used: readonly string[],
): NamedParameter {
  if (used.includes(name) && type !== undefined) {
    return [name, { ...rest, type: typeOf(type), isRequired: isRequired(type) }];
  }
  const problem = `its parameter "${name}" is used by neither its query nor its derivation`;
  throw new SpecError(problem, ['parameters', name]);
}

interface Said {
  readonly tag: HeaderParameter | undefined;
  readonly spec: ParameterSpec;
  readonly example: unknown;
}

function parameterOf(
  { type, isRequired, default: value }: InferredParameter,
  { tag, spec: { type: _, ...spec }, example }: Said,
): Parameter {
  return {
    ...spec,
    type,
    isRequired,
    ...(value && { default: defaultOf(value, tag?.default) }),
    ...(example !== undefined && { example }),
  };
}

function defaultOf(value: DefaultValue, written: Expression | undefined): ParameterDefault {
  const text = written ? printExpressionText(written) : '';
  if (value.kind === 'literal') return { value: value.value as ArgumentScalar, text };
  const items = value.items.flatMap((item) => (item.kind === 'literal' ? [item.value] : []));
  return { value: items as readonly ArgumentScalar[], text };
}
