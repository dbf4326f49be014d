import type { Column, Endpoint, Parameter } from '../../../src/pages/console/api/description.ts';

/** A parameter as the service describes one. */
export function parameter(name: string, more: Partial<Parameter> = {}): Parameter {
  return { name, argument: name, type: 'STRING', required: false, description: '', ...more };
}

/** A column as the service describes one. */
export function column(name: string, type: string, more: Partial<Column> = {}): Column {
  return { name, type, mode: 'NULLABLE', ...more };
}

/** An endpoint as the service describes one. */
export function endpoint(more: Partial<Endpoint> = {}): Endpoint {
  return {
    name: 'orders.list',
    description: 'Orders.',
    deprecated: null,
    path: '/api/endpoints/query/orders.list',
    field: 'ordersList',
    parameters: [],
    columns: [column('id', 'INT64')],
    returns: 'many',
    tenant: null,
    views: [],
    sandbox: false,
    maxRows: 1_000,
    limit: true,
    orderBy: ['id'],
    cacheSeconds: null,
    redacted: false,
    ...more,
  };
}
