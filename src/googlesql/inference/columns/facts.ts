import type { TableColumn } from '../../table.ts';
import type { Type } from '../../types.ts';
import type { ProvenType } from '../proven-type.ts';

/**
 * What is proven of the values of an expression or column. Unlike in a result, an array may be NULL here, and so may its
 * elements.
 */
export interface Facts {
  readonly isRequired: boolean;
  /** Whether no value is one that JSON writes as null: NaN, an infinity, JSON's own null. */
  readonly isWritable: boolean;
  /** As in `ProvenType`. */
  readonly isSafeInteger: boolean;
  /** Of an ARRAY. */
  readonly element?: Facts;
  /** Of a STRUCT, where it is not NULL. */
  readonly fields?: readonly Facts[];
}

/** The three properties. */
type Flags = Omit<Facts, 'element' | 'fields'>;

/** Facts of a type, with the same flags at each level. */
function uniform(type: Type, flags: (type: Type) => Flags): Facts {
  const own = flags(type);
  if (type.kind === 'ARRAY') return { ...own, element: uniform(type.element, flags) };
  if (type.kind !== 'STRUCT') return own;
  return { ...own, fields: type.fields.map((field) => uniform(field.type, flags)) };
}

/** Whether JSON writes some values of a type as null. */
function hasUnwritable({ kind }: Type): boolean {
  return kind === 'FLOAT64' || kind === 'JSON';
}

/** Nothing but the type is proven. */
export function unproven(type: Type): Facts {
  return uniform(type, (own) => ({
    isRequired: false,
    isWritable: !hasUnwritable(own),
    isSafeInteger: false,
  }));
}

/** All is proven: facts of what has no values. */
export function vacuous(type: Type): Facts {
  return uniform(type, () => ({ isRequired: true, isWritable: true, isSafeInteger: true }));
}

/** Facts of NULL. */
export function factsOfNull(type: Type): Facts {
  return optional(vacuous(type));
}

/** The facts, except that the value may be NULL. */
export function optional(facts: Facts): Facts {
  return facts.isRequired ? { ...facts, isRequired: false } : facts;
}

/** The facts, of a value that is not NULL if `isRequired`. */
export function withRequired(facts: Facts, isRequired: boolean): Facts {
  return facts.isRequired === isRequired ? facts : { ...facts, isRequired };
}

/** The facts, of a value that the statement computes and so may exceed 2^53. */
export function asAnyInteger(facts: Facts): Facts {
  return facts.isSafeInteger ? { ...facts, isSafeInteger: false } : facts;
}

/** Facts of a value that is one of two, by `both`; or one that equals both, by `either`. */
function combined(
  left: Facts,
  right: Facts,
  combine: (left: boolean, right: boolean) => boolean,
): Facts {
  const { element, fields } = left;
  return {
    isRequired: combine(left.isRequired, right.isRequired),
    isWritable: combine(left.isWritable, right.isWritable),
    isSafeInteger: left.isSafeInteger && right.isSafeInteger,
    ...(element && right.element && { element: combined(element, right.element, combine) }),
    ...(fields && {
      fields: fields.map((own, i) => combinedField(own, right.fields?.[i], combine)),
    }),
  };
}

function combinedField(
  left: Facts,
  right: Facts | undefined,
  combine: (left: boolean, right: boolean) => boolean,
): Facts {
  return right ? combined(left, right, combine) : left;
}

/** What is proven of each of several sources of a value of a type. */
export function ofEach(type: Type, sources: readonly Facts[]): Facts {
  const [first = vacuous(type), ...more] = sources;
  return more.reduce((left, right) => combined(left, right, (a, b) => a && b), first);
}

/** What is proven of a value that equals the values of all sources, of which there is at least one. */
export function ofEqual(type: Type, sources: readonly Facts[]): Facts {
  const [first = unproven(type), ...more] = sources;
  return more.reduce((left, right) => combined(left, right, (a, b) => a || b), first);
}

/** Whether neither the value nor anything in it is NULL, so that a comparison with it has a result. */
export function isRequiredThroughout({ isRequired, element, fields = [] }: Facts): boolean {
  const parts = element ? [element] : fields;
  return isRequired && parts.every(isRequiredThroughout);
}

/** The facts, where the field at a path is not NULL; then nothing that holds it is. */
export function withRequiredField(facts: Facts, path: readonly number[]): Facts {
  const [index, ...rest] = path;
  const own = withRequired(facts, true);
  if (index === undefined || !own.fields) return own;
  const fields = own.fields.map((field, i) =>
    i === index ? withRequiredField(field, rest) : field,
  );
  return { ...own, fields };
}

/** Whether the same is proven of both, which have one type. */
export function sameFacts(left: Facts, right: Facts): boolean {
  const parts = ({ element, fields = [] }: Facts) => (element ? [element] : fields);
  return (
    left.isRequired === right.isRequired &&
    left.isWritable === right.isWritable &&
    left.isSafeInteger === right.isSafeInteger &&
    parts(left).every((part, i) => sameFacts(part, parts(right)[i] ?? part))
  );
}

/** What the schema says of a column; a stored array and its elements are never NULL. */
export function factsOfColumn({ type, mode, fields }: TableColumn): Facts {
  const plain = unproven(type.kind === 'ARRAY' ? type.element : type);
  const own = fields ? { ...plain, fields: fields.map(factsOfColumn) } : plain;
  if (mode !== 'REPEATED') return withRequired(own, mode === 'REQUIRED');
  return { ...withRequired(unproven(type), true), element: withRequired(own, true) };
}

/** The type of a result's column. In a result, arrays are never NULL, nor their elements. */
export function provenType(type: Type, facts: Facts): ProvenType {
  const { isSafeInteger } = facts;
  if (type.kind === 'ARRAY') {
    const element = withRequired(facts.element ?? unproven(type.element), true);
    return {
      type,
      isRequired: true,
      isSafeInteger: false,
      element: provenType(type.element, element),
    };
  }
  const isRequired = facts.isRequired && facts.isWritable;
  if (type.kind !== 'STRUCT') {
    return { type, isRequired, isSafeInteger: isSafeInteger && type.kind === 'INT64' };
  }
  const fields = type.fields.map(({ name, type: own }, i) => {
    return { name, type: provenType(own, facts.fields?.[i] ?? unproven(own)) };
  });
  return { type, isRequired, isSafeInteger: false, fields };
}
