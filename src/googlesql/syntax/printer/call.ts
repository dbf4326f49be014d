import { CURRENT_FUNCTIONS, FUNCTION_KEYWORDS } from '../lexer/keywords.ts';
import { POSTFIX } from '../parser/expressions/precedence.ts';
import type { Argument, Call } from '../tree/ast.ts';
import { printIdentifier, printPath } from './literal.ts';
import type { Printer } from './printer.ts';
import { printOrderBy, printWindow } from './window.ts';

/** Prints a call with its modifiers. */
export function printCall(printer: Printer, call: Call): string {
  const name = printName(call);
  if (!call.parenthesized) return name;
  const { having, nulls, limit, over } = call;
  const inside = [
    call.distinct ? 'DISTINCT ' : '',
    call.star ? '*' : call.arguments.map((argument) => printArgument(printer, argument)).join(', '),
    nulls ? ` ${nulls} NULLS` : '',
    having ? ` HAVING ${having.which} ${printer.expression(having.expression, 0)}` : '',
    printOrderBy(printer, call.orderBy),
    limit ? ` LIMIT ${printer.expression(limit, POSTFIX)}` : '',
  ].join('');
  return `${name}(${inside})${over ? ` OVER ${printWindow(printer, over)}` : ''}`;
}

/** Prints a function's name; reserved function names need no quotes, unless DISTINCT follows. */
function printName({ path, distinct }: Call): string {
  const [only, ...more] = path;
  const key = only?.name.toUpperCase() ?? '';
  const isKeyword = FUNCTION_KEYWORDS.has(key) || CURRENT_FUNCTIONS.has(key);
  const isBare = only !== undefined && more.length === 0 && isKeyword && !distinct;
  return isBare ? only.name : printPath(path);
}

function printArgument(printer: Printer, { name, value }: Argument): string {
  const text = printer.expression(value, 0);
  return name ? `${printIdentifier(name.name)} => ${text}` : text;
}
