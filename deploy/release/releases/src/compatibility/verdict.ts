export type ReasonCode =
  /** A remote uses a shared module that the host does not provide. */
  | 'module_missing'
  /** The host provides the module, but not every export that a remote imports. */
  | 'export_missing'
  /** The host's version of a package is outside the range that a remote declares. */
  | 'range_unmet'
  /** A type that a remote was compiled against has changed incompatibly. */
  | 'type_changed'
  /** A route that is served now would no longer exist. */
  | 'route_dropped'
  /** A link targets a screen that no live remote serves. */
  | 'link_dead'
  /** A link passes a parameter that the screen does not declare, or lacks a required one. */
  | 'link_unfit'
  /** Another remote serves a route of the candidate. */
  | 'route_taken'
  /** Another remote holds the candidate's place in the bottom bar. */
  | 'tab_taken'
  /** The host or another remote owns a namespace of texts of the candidate. */
  | 'text_namespace_taken'
  /** The declared types could not be compared. */
  | 'types_not_compared'
  /** A version was published without a contract. */
  | 'contract_missing';

/** One reason to reject a candidate. */
export type CompatibilityReason = {
  readonly code: ReasonCode;
  readonly message: string;
  /** `name@version` of the affected live version; `host@version` for the host. */
  readonly subject: string;
};

/** Empty if the candidate is compatible with everything live. */
export type Verdict = { readonly reasons: readonly CompatibilityReason[] };
