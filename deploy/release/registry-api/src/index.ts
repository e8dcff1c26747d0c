export { HOST_NAME } from '@tessera/manifest';
export { type Capability, describeUse } from './capabilities.ts';
export { createRegistryClient, type RegistryClient, type RegistryConnection } from './client.ts';
export {
  becauseOne,
  type Change,
  HISTORY_LIMIT,
  MOST_STEPS,
  type OpenPreview,
  type PlannedStep,
  PUBLICATION_LIMIT,
  type Publication,
  type RampStatus,
  type RegistryCallId,
  type RegistryContract,
  type ReleaseEventSummary,
  type ReleaseResult,
  type RemoteStatus,
  registryContract,
  rightOf,
  type Status,
  type VersionHealth,
  type VersionSummary,
} from './contract.ts';
export {
  type ErrorBody,
  errorBody,
  type Reason,
  type RegistryErrorCode,
  releaseErrors,
  statusOfError,
} from './errors.ts';
export { BAR, FILE_PATH, HOST, MOST_TABS, RELEASE_VERSION, REMOTE_NAME } from './names.ts';
export { errorOf, RegistryError, type RegistryErrorKind } from './registry-error.ts';
export {
  FAILURE_KINDS,
  MAX_REPORTS,
  pageReportsSchema,
  reportingPageSchema,
  telemetryBatchSchema,
  VITALS,
} from './telemetry.ts';
