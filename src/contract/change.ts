/** Those who rely on an endpoint: callers of an interface, authors of sandbox SQL, owners of keys with pins. */
export type Client = 'graphql' | 'rest' | 'csv' | 'sandbox' | 'pins';

/**
 * What a change does to clients. `breaking`: requests that worked are refused, or a client cannot read the answer;
 * `dangerous`: requests work, but with other rows, another age or another price; `safe`: nothing that clients rely on.
 */
export type Level = 'breaking' | 'dangerous' | 'safe';

/** What a kind of change does to some clients. */
export interface Effect {
  readonly level: Level;
  readonly for: readonly Client[];
  /** For a reviewer; names in braces stand for what has changed. */
  readonly sentence: string;
}

/** The part of an endpoint that has changed, which says where to look. */
export type Subject =
  /** An endpoint that is gone, of which the contract is all that is left. */
  | { readonly part: 'contract' }
  | { readonly part: 'endpoint' }
  | { readonly part: 'parameter' | 'column' | 'view'; readonly name: string }
  /** A setting by its name in the contract, or a tag of the head comment that is no setting. */
  | { readonly part: 'setting'; readonly name: SettingName }
  /** The project's tenant, or that of a table. */
  | { readonly part: 'tenant'; readonly table?: string };

/** What the head comment has a tag for. */
export type SettingName =
  | 'cache'
  | 'deprecated'
  | 'engine'
  | 'id'
  | 'maxBytes'
  | 'maxRows'
  | 'redact'
  | 'returns'
  | 'sandbox'
  | 'shape'
  | 'tenant'
  | 'warm';

/** A change of what clients rely on. */
export interface Change {
  readonly endpoint: string;
  /** A key of `KINDS`. */
  readonly kind: string;
  readonly level: Level;
  readonly for: readonly Client[];
  readonly message: string;
  readonly subject: Subject;
}
