/** A value of an argument: in a query string an array is the parameter repeated. */
type Argument = string | number | readonly string[];

/** Arguments by their REST names. */
export type Arguments = Readonly<Record<string, Argument>>;

/** A request to an endpoint of the shop. */
export interface ShopRequest {
  readonly endpoint: string;
  readonly arguments: Arguments;
}

/** What a request to each endpoint must have, and the optional arguments that it may have. */
const ENDPOINTS: Readonly<
  Record<string, { readonly required?: Arguments; readonly optional: Arguments }>
> = {
  'categories.top': { optional: { since: '2026-01-20', least: '8000.5' } },
  'customers.best': { optional: { country: 'NL', top: 9 } },
  'customers.cohorts': { optional: { since: '2026-02-01' } },
  order: { required: { id: 'A-0003' }, optional: {} },
  'orders.funnel': { optional: { since: '2026-04-01T00:00:00Z' } },
  'products.search': { optional: { text: 'E', category: 'kitchen', max_price: '31' } },
  'revenue.by-day': {
    optional: { since: '2026-02-03', until: '2026-03-20', countries: ['NL', 'FI'] },
  },
  'visits.by-month': { optional: { from_month: '202605', of_shop: 'birch' } },
};

/** A request for every endpoint and every set of optional arguments. */
export const REQUESTS: readonly ShopRequest[] = Object.entries(ENDPOINTS).flatMap(
  ([endpoint, { optional, required }]) =>
    subsets(Object.entries(optional)).map((present) => ({
      endpoint,
      arguments: { ...required, ...Object.fromEntries(present) },
    })),
);

/**
 * The requests with none and with all of the optional arguments, without those to visits, which have no tenant and are
 * not shared.
 */
export const TENANT_REQUESTS: readonly ShopRequest[] = Object.entries(ENDPOINTS)
  .filter(([endpoint]) => endpoint !== 'visits.by-month')
  .flatMap(([endpoint, { optional, required }]) => {
    const none = { endpoint, arguments: { ...required } };
    const hasOptional = Object.keys(optional).length > 0;
    return hasOptional ? [none, { endpoint, arguments: { ...required, ...optional } }] : [none];
  });

function subsets<Item>([first, ...rest]: readonly Item[]): readonly (readonly Item[])[] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((without) => [without, [first, ...without]]);
}

/** What a request is called in the name of a test. */
export function titleOf({ endpoint, arguments: sent }: ShopRequest): string {
  return [endpoint, ...Object.keys(sent)].join(' ');
}

/** The path and the query string of a request to the REST path. */
export function urlOf({ endpoint, arguments: sent }: ShopRequest, more: Arguments = {}): string {
  const pairs = Object.entries({ ...sent, ...more }).flatMap(([name, value]) =>
    [value].flat().map((item) => [name, String(item)]),
  );
  return `/api/endpoints/query/${endpoint}?${new URLSearchParams(pairs)}`;
}
