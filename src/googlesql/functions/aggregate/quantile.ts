/** All boundaries of `APPROX_QUANTILES(argument, number)`. */
export function quantilePlaces(number: number): string {
  const places = Array.from({ length: number + 1 }, (_, index) => String(index / number));
  return `[${places.join(', ')}]::DOUBLE[]`;
}

/** Wraps a value for quantiles that count NULLs: DuckDB ignores NULL, but not a struct that contains it. */
export function nullable(value: string): string {
  return `struct_pack(present := ${value} IS NOT NULL, item := ${value})`;
}

/** A nullable float in GoogleSQL's order, in which NaN is the smallest number. */
export function nanFirst(value: string): string {
  return `struct_pack(present := ${value} IS NOT NULL, number := NOT isnan(${value}), item := ${value})`;
}
