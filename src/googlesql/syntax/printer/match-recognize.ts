import type { Expression, MatchRecognize, RowPattern } from '../tree/ast.ts';
import { printOrderBy } from './call.ts';
import { printIdentifier } from './literal.ts';
import type { TreePrinter } from './printer.ts';

/** Prints MATCH_RECOGNIZE with a leading space, without its input and its alias. */
export function printMatchRecognize(printer: TreePrinter, match: MatchRecognize): string {
  const { partitionBy, orderBy, measures, skip, pattern, definitions, longest } = match;
  const print = (expression: Expression) => printer.expression(expression, 0);
  const measured = measures.map((item) => `${print(item.expression)} AS ${nameOf(item)}`);
  const defined = definitions.map((item) => `${nameOf(item)} AS ${print(item.expression)}`);
  const parts = [
    partitionBy.length > 0 ? `PARTITION BY ${partitionBy.map(print).join(', ')}` : '',
    printOrderBy(printer, orderBy).trimStart(),
    `MEASURES ${measured.join(', ')}`,
    skip === 'TO NEXT ROW' ? `AFTER MATCH SKIP ${skip}` : '',
    `PATTERN (${printPattern(printer, pattern)})`,
    `DEFINE ${defined.join(', ')}`,
    longest ? `OPTIONS (use_longest_match = ${print(longest)})` : '',
  ];
  return ` MATCH_RECOGNIZE (${parts.filter((part) => part !== '').join(' ')})`;
}

function nameOf({ alias }: MatchRecognize['measures'][number]): string {
  return printIdentifier(alias.name);
}

/** Operands that are patterns of several are parenthesised. */
function printPattern(printer: TreePrinter, pattern: RowPattern): string {
  switch (pattern.kind) {
    case 'symbol':
      return printIdentifier(pattern.name);
    case 'anchor':
      return pattern.place;
    case 'concatenation':
    case 'alternation': {
      const texts = pattern.parts.map((part) => printOperand(printer, part));
      return texts.join(pattern.kind === 'alternation' ? ' | ' : ' ');
    }
    case 'quantified': {
      const { part, least, most, isReluctant } = pattern;
      const bounds = [least, most].map((bound) => (bound ? printer.expression(bound, 0) : ''));
      const quantifier = QUANTIFIERS[bounds.join()] ?? `{${bounds.join(', ')}}`;
      const operand = part.kind === 'anchor' ? `(${part.place})` : printOperand(printer, part);
      return operand + quantifier + (isReluctant ? '?' : '');
    }
  }
}

const QUANTIFIERS: Readonly<Record<string, string>> = { '0,': '*', '1,': '+', '0,1': '?' };

function printOperand(printer: TreePrinter, part: RowPattern): string {
  const text = printPattern(printer, part);
  return part.kind === 'symbol' || part.kind === 'anchor' ? text : `(${text})`;
}
