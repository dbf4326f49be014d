/** Names of DuckDB columns beside those of a table, which have no blanks. */
export const ROW = {
  number: '"row number"',
  isBad: '"row bad"',
  micros: '"row time"',
  tenant: '"row tenant"',
  isOutside: '"row outside"',
  hasTenant: '"row has tenant"',
} as const;

/** What a file has for a column of the table. */
export const given = (i: number): string => `"given ${i}"`;

/** A column's value after it was checked; NULL if it could not be read. */
export const checkedValue = (i: number): string => `"checked ${i}"`;

/** How many values of a row the table has no column for, at one of the paths. */
export const unknownCount = (i: number): string => `"unknown ${i}"`;
