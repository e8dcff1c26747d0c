export type ReasonCode =
  /** A remote uses a shared module that the host does not provide. */
  | 'module_missing'
  /** The module is there, but not all that a remote imports from it. */
  | 'export_missing'
  /** The host's version of a package is outside the range that a remote states. */
  | 'range_unmet'
  /** What a remote was compiled against has another type now. */
  | 'type_changed'
  /** An address that is served now would lead nowhere. */
  | 'route_dropped'
  /** A link leads to a screen that nothing live serves. */
  | 'link_dead'
  /** A link gives a parameter that the screen does not know, or lacks one that it needs. */
  | 'link_unfit'
  /** Another remote serves an address of the candidate. */
  | 'route_taken'
  /** Another remote holds the candidate's place in the bottom bar. */
  | 'tab_taken'
  /** The declared types could not be compared. */
  | 'types_not_compared'
  /** A version was published without saying what it uses or provides. */
  | 'contract_missing';

/** One thing that speaks against a candidate. */
export type CompatibilityReason = {
  readonly code: ReasonCode;
  readonly message: string;
  /** `name@version` of the live version that it is about; `host@version` for the host. */
  readonly subject: string;
};

/** Empty if the candidate fits everything that is live. */
export type Verdict = { readonly reasons: readonly CompatibilityReason[] };
