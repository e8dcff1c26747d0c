export { ABSENT_HEADER, type Absence, ASKED_HEADER, absentMark, readAbsent } from './absent.ts';
export { BUCKETS, bucketOf, chooseVersion, chooseVersions, isWithin, referenceOf } from './choose.ts';
export {
  bucketIn,
  chooseHost,
  HOST_NAME,
  type HostCookie,
  hostCookieName,
  hostSlot,
  readHostCookie,
  withHostSlot,
} from './host.ts';
export type {
  Access,
  Asset,
  Manifest,
  Preview,
  PublicKey,
  Ramp,
  ReleasedRemote,
  RemoteRoute,
  RemoteSlot,
  RemoteTab,
  Signed,
  SwapPolicy,
  VersionFiles,
} from './manifest.ts';
export type {
  FailureKind,
  OutcomeReport,
  PageReports,
  ReportingPage,
  TelemetryBatch,
  Vital,
  VitalReport,
} from './telemetry.ts';
export {
  type Acceptance,
  acceptManifest,
  acceptPreview,
  isNewer,
  openSigned,
  type RefusalReason,
  Refused,
} from './verify.ts';
export type { VerifySignature } from './verify-signature.ts';
