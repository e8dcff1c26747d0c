/** Where a version failed: fetching it, its bytes, its evaluation, or a screen of it. */
export type FailureKind = 'load' | 'integrity' | 'evaluation' | 'render';

/**
 * What a page reports of one version of a remote. `use` counts a client once per version and epoch, when the first
 * screen of it shows or fails; `failure` likewise, for the first failure. Reports do not identify the client.
 */
export type OutcomeReport = {
  readonly type: 'use' | 'failure';
  readonly remote: string;
  readonly version: string;
  /** Of failures only. */
  readonly kind?: FailureKind;
};

/** Milliseconds, except CLS, which has no unit (https://web.dev/articles/vitals). */
export type Vital = 'LCP' | 'CLS' | 'INP' | 'screen';

/** `screen` is the time from a navigation to the remote's screen. */
export type VitalReport = {
  readonly type: 'vital';
  readonly remote: string;
  readonly version: string;
  readonly vital: Vital;
  readonly value: number;
};

/**
 * What a page states to get its nonce: the epoch of its manifest, and of each ramp in it the version that this client
 * is assigned (`name@version`). Its reports count for these versions only.
 */
export type ReportingPage = { readonly epoch: number; readonly arms: readonly string[] };

/** Body of `POST /registry/telemetry`. */
export type PageReports = TelemetryBatch & ReportingPage & { readonly nonce: string };

/** Reports of one page. */
export type TelemetryBatch = {
  readonly epoch: number;
  readonly reports: readonly (OutcomeReport | VitalReport)[];
};
