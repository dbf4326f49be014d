/** One boundary of `APPROX_QUANTILES(argument, number)`, exact and without a list: number `index` of 0 … `number`. */
export function lowerQuantile(argument: string, number: number, index: number): string {
  return `quantile_disc(${argument}, ${number === 0 ? 0 : index / number}::DOUBLE)`;
}

/** All the boundaries of `APPROX_QUANTILES(argument, number)`. */
export function quantilePlaces(number: number): string {
  const places = Array.from({ length: number + 1 }, (_, index) => String(index / number));
  return `[${places.join(', ')}]::DOUBLE[]`;
}

/** A value that may be NULL, for quantiles that are to count it: DuckDB leaves NULL out, but no struct that holds it. */
export function nullable(value: string): string {
  return `struct_pack(present := ${value} IS NOT NULL, item := ${value})`;
}

/** A float that may be NULL, by GoogleSQL's order, in which NaN is the least number. */
export function nanFirst(value: string): string {
  return `struct_pack(present := ${value} IS NOT NULL, number := NOT isnan(${value}), item := ${value})`;
}
