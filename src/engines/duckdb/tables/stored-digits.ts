import { commonDigits, type Digits, type TableColumn } from '#googlesql';
import { fewDigits } from '../files/expressions/scalar-expression.ts';
import type { FileDescription } from '../files/file-description.ts';
import { fieldNamed } from '../files/stored-type.ts';
import type { TableSource } from './table-source.ts';

/** The NUMERIC columns that all files of a source store as DECIMALs of fewer digits, and the digits that all fit. */
export function storedDigits({ demo, files, table }: TableSource): ReadonlyMap<string, Digits> {
  const digits = new Map<string, Digits>();
  if (demo || files.length === 0) return digits;
  const descriptions = [...new Set(files.map(({ description }) => description))];
  for (const column of table.columns) {
    if (column.type.kind !== 'NUMERIC') continue;
    const common = commonDigits(descriptions.map((description) => digitsIn(description, column)));
    if (common) digits.set(column.name, common);
  }
  return digits;
}

function digitsIn(description: FileDescription, { name }: TableColumn): Digits | undefined {
  if (description.format !== 'parquet') return undefined;
  const stored = fieldNamed(description.columns, name);
  if (!stored) return NONE;
  return stored.type.kind === 'scalar' ? fewDigits(stored.type) : undefined;
}

/** Of a column that a file lacks. */
const NONE: Digits = [1, 0];
