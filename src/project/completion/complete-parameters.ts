import {
  type DefaultValue,
  type Expression,
  type HeaderParameter,
  type InferredParameter,
  type ParameterTag,
  parseTypeSpelling,
  printLiteralText,
  type Query,
  SqlError,
  spellType,
  walk,
} from '#googlesql';
import type {
  ArgumentScalar,
  Endpoint,
  EndpointSource,
  Parameter,
  ParameterDefault,
} from '../../endpoint/endpoint.ts';
import type { ParameterSpec } from '../../endpoint/endpoint-spec.ts';
import { isRequired, typeOf } from '../../endpoint/spelling.ts';
import { parameterFaults } from '../names.ts';
import { sameName } from './same-name.ts';

/** The tags of the head comment, with the types that `endpoint.ts` declares, of the parameters that the query uses. */
export function parameterTags(
  { header, declaration }: EndpointSource,
  query: Query,
): readonly ParameterTag[] {
  const used = usedNames(query);
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
function usedNames(query: Query): ReadonlySet<string> {
  const names = new Set<string>();
  walk(query, (node) => {
    if ('kind' in node && node.kind === 'parameter') names.add(node.name.toLowerCase());
  });
  return names;
}

function disagreement({ name, offset }: HeaderParameter, here: string, there: string): SqlError {
  return new SqlError(`@${name} is ${here} here, and ${there} in endpoint.ts`, offset);
}

/**
 * The parameters: those that `endpoint.ts` declares, in its order, then the others in the order of their first use.
 * `used` names those that the derivation reads.
 */
export function completeParameters(
  { header, declaration }: EndpointSource,
  inferred: readonly InferredParameter[],
  used: readonly string[],
): Endpoint['parameters'] {
  const declared = Object.entries(declaration.parameters ?? {});
  for (const { name, offset } of header.parameters) {
    if (inferred.some((one) => sameName(one.name, name))) continue;
    if (used.some((other) => sameName(other, name))) continue;
    throw new SqlError(`The query has no parameter @${name}`, offset);
  }
  const [fault] = parameterFaults(inferred.map(({ name }) => name));
  if (fault) throw new SqlError(fault.message, inferred[fault.index]?.offset);
  const example = header.example?.value ?? {};
  for (const name of Object.keys(example)) {
    const isThere = [...inferred.map((one) => one.name), ...declared.map(([other]) => other)];
    if (isThere.some((other) => sameName(other, name))) continue;
    throw new SqlError(`The query has no parameter @${name}`, header.example?.offset);
  }
  const complete = (one: InferredParameter, spec: ParameterSpec): readonly [string, Parameter] => {
    const tag = header.parameters.find(({ name }) => sameName(name, one.name));
    const sent = Object.entries(example).find(([name]) => sameName(name, one.name))?.[1];
    return [one.name, parameterOf(one, { tag, spec, example: sent ?? spec.example })];
  };
  const own = declared.map(([name, spec]): readonly [string, Parameter] => {
    const found = inferred.find((one) => sameName(one.name, name));
    if (found) return complete(found, spec);
    if (used.includes(name) && spec.type !== undefined) {
      const { type, ...rest } = spec;
      return [name, { ...rest, type: typeOf(type), isRequired: isRequired(type) }];
    }
    throw new Error(`its parameter "${name}" is used by neither its query nor its derivation`);
  });
  const others = inferred
    .filter((one) => !declared.some(([name]) => sameName(one.name, name)))
    .map((one) => complete(one, {}));
  return Object.fromEntries([...own, ...others]);
}

interface Said {
  readonly tag: HeaderParameter | undefined;
  readonly spec: ParameterSpec;
  readonly example: unknown;
}

function parameterOf(
  { type, isRequired, default: value }: InferredParameter,
  { tag, spec: { type: _, description, ...spec }, example }: Said,
): Parameter {
  return {
    ...spec,
    description: tag?.text ?? description,
    type,
    isRequired,
    ...(value && { default: defaultOf(value, tag?.default) }),
    ...(example !== undefined && { example }),
  };
}

function defaultOf(value: DefaultValue, written: Expression | undefined): ParameterDefault {
  const text = written ? printLiteralText(written) : '';
  if (value.kind === 'literal') return { value: value.value as ArgumentScalar, text };
  const items = value.items.flatMap((item) => (item.kind === 'literal' ? [item.value] : []));
  return { value: items as readonly ArgumentScalar[], text };
}
