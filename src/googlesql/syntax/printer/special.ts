import { SUBSCRIPT_WRAPPERS } from '../lexer/keywords.ts';
import type {
  ArrayConstructor,
  Case,
  Cast,
  Expression,
  Extract as ExtractExpression,
  FieldAccess,
  IntervalLiteral,
  StructConstructor,
  StructTypeField,
  Subscript,
  TypeName,
} from '../tree/ast.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';

/** `INTERVAL value part [TO part]`. */
export function printInterval(printer: TreePrinter, { value, from, to }: IntervalLiteral): string {
  const parts = to === undefined ? from : `${from} TO ${to}`;
  return `INTERVAL ${printer.expression(value, 0)} ${parts}`;
}

/** Kinds whose fields need no parentheses; a path is not among them, because it would absorb the field. */
const FIELD_BASES: ReadonlySet<Expression['kind']> = new Set([
  'field',
  'subscript',
  'call',
] as const);

/** `base.field`. */
export function printField(printer: TreePrinter, { base, field }: FieldAccess): string {
  return `${printBase(printer, base, FIELD_BASES)}.${printIdentifier(field.name)}`;
}

const SUBSCRIPT_BASES: ReadonlySet<Expression['kind']> = new Set([
  ...FIELD_BASES,
  'path',
  'array',
  'parameter',
] as const);

/** `base.*`. */
export function printStarOf(printer: TreePrinter, base: Expression): string {
  return `${printBase(printer, base, SUBSCRIPT_BASES)}.*`;
}

/** `base[index]`; an index that is a call with a wrapper's name is parenthesised to remain a call. */
export function printSubscript(printer: TreePrinter, { base, wrapper, index }: Subscript): string {
  const array = printBase(printer, base, SUBSCRIPT_BASES);
  const text = printer.expression(index, 0);
  if (wrapper !== undefined) return `${array}[${wrapper}(${text})]`;
  const isLookalike =
    index.kind === 'call' && SUBSCRIPT_WRAPPERS.has(index.path[0]?.name.toUpperCase() ?? '');
  return `${array}[${isLookalike ? `(${text})` : text}]`;
}

function printBase(
  printer: TreePrinter,
  base: Expression,
  bare: ReadonlySet<Expression['kind']>,
): string {
  const text = printer.expression(base, 0);
  return bare.has(base.kind) ? text : `(${text})`;
}

/** `CASE … END`. */
export function printCase(
  printer: TreePrinter,
  { operand, branches, else: otherwise }: Case,
): string {
  const print = (expression: Expression): string => printer.expression(expression, 0);
  const first = operand ? ` ${print(operand)}` : '';
  const middle = branches.map((branch) => ` WHEN ${print(branch.when)} THEN ${print(branch.then)}`);
  return `CASE${first}${middle.join('')}${otherwise ? ` ELSE ${print(otherwise)}` : ''} END`;
}

/** `CAST(… AS …)`. */
export function printCast(printer: TreePrinter, cast: Cast): string {
  const { expression, type, format, timeZone } = cast;
  const formatted = format ? ` FORMAT ${printer.expression(format, 0)}` : '';
  const zoned = timeZone ? ` AT TIME ZONE ${printer.expression(timeZone, 0)}` : '';
  const value = `${printer.expression(expression, 0)} AS ${printType(type)}`;
  return `${cast.safe ? 'SAFE_CAST' : 'CAST'}(${value}${formatted}${zoned})`;
}

/** `EXTRACT(part FROM …)`. */
export function printExtract(
  printer: TreePrinter,
  { part, expression, timeZone }: ExtractExpression,
): string {
  const zoned = timeZone ? ` AT TIME ZONE ${printer.expression(timeZone, 0)}` : '';
  return `EXTRACT(${part} FROM ${printer.expression(expression, 0)}${zoned})`;
}

/** `[…]`, with its element type if it has one. */
export function printArray(printer: TreePrinter, { element, items }: ArrayConstructor): string {
  const type = element ? `ARRAY<${printType(element)}>` : '';
  return `${type}[${items.map((item) => printer.expression(item, 0)).join(', ')}]`;
}

/** `STRUCT(…)`, or a list in parentheses. */
export function printStruct(
  printer: TreePrinter,
  { tuple, type, fields }: StructConstructor,
): string {
  const items = fields.map(({ expression, alias }) => {
    const text = printer.expression(expression, 0);
    return alias ? `${text} AS ${printIdentifier(alias.name)}` : text;
  });
  const keyword = tuple ? '' : type ? printType(type) : 'STRUCT';
  return `${keyword}(${items.join(', ')})`;
}

function printType(type: TypeName): string {
  switch (type.kind) {
    case 'scalar':
      return type.parameters.length === 0
        ? type.name
        : `${type.name}(${type.parameters.join(', ')})`;
    case 'array_type':
      return `ARRAY<${printType(type.element)}>`;
    case 'struct_type':
      return `STRUCT<${type.fields.map(printTypeField).join(', ')}>`;
  }
}

function printTypeField({ name, type }: StructTypeField): string {
  return name ? `${printIdentifier(name.name)} ${printType(type)}` : printType(type);
}
