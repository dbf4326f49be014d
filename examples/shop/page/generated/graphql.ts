/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type RevenueQueryVariables = Exact<{
  since?: string | null | undefined;
}>;


export type RevenueQuery = { revenueByDay: { rows: Array<{ day: string, revenue: string, orders: number }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const RevenueDocument = new TypedDocumentString(`
    query Revenue($since: Date) {
  revenueByDay(since: $since) {
    rows {
      day
      revenue
      orders
    }
  }
}
    `) as unknown as TypedDocumentString<RevenueQuery, RevenueQueryVariables>;