export {
  byLanguage,
  codeByTag,
  LANGUAGE_CODES,
  LANGUAGES,
  type LanguageCode,
  LOCALES,
  languageOf,
} from '@tessera/bus/languages';
export type {
  Manifest,
  PageReports,
  Preview,
  PublicKey,
  ReleasedRemote,
  ReportingPage,
  Signed,
  TelemetryBatch,
  VersionFiles,
} from '@tessera/manifest';
export {
  ABSENT_HEADER,
  type Absence,
  ASKED_HEADER,
  absentMark,
  acceptManifest,
  acceptPreview,
  BUCKETS,
  bucketIn,
  chooseHost,
  HOST_NAME,
  hostCookieName,
  hostSlot,
  isNewer,
  isWithin,
  referenceOf,
  withHostSlot,
} from '@tessera/manifest';
export { acceptGrant } from '@tessera/manifest/grant';
export { diskProblem, FolderStorage, type ObjectStorage } from '@tessera/object-storage';
export { describeUse } from '@tessera/registry-api';
export {
  type BuiltVersion,
  HOST_PARTS,
  packBuild,
  publishBuild,
  publishHost,
  publishPacked,
  readBuiltContract,
  usesOf,
  verifyBuilt,
} from './built-version.ts';
export { dataFolder } from './data-folder.ts';
export { dictionaryPattern } from './deltas.ts';
export {
  announcedBy,
  type Descriptor,
  descriptorSchema,
  hostScreensSchema,
  parseDescriptor,
} from './descriptor.ts';
export type { Finding } from './doctor.ts';
export { hashOf, integrityOf } from './file-list.ts';
export { storeGate } from './gate.ts';
export {
  addBatch,
  emptyTally,
  eValue,
  healthOf,
  keepLive,
  look,
  type RampStage,
  REPORT_LIMIT,
  rampStageSchema,
  record,
  shouldHalt,
  stageOf,
  type Tally,
  tallySchema,
} from './health/index.ts';
export {
  addSigningKey,
  ensureSigningKeys,
  type KeyPaths,
  type Keyring,
  keyPaths,
  readingKeyring,
  readPublicKeys,
  readSigningKeys,
  retireSigningKey,
  signingKeyring,
} from './key-files.ts';
export { DEFAULT_LIMITS, manifestOf, type ReleaseLimits } from './manifest.ts';
export { parseReference, releaseVersion, remoteName } from './names.ts';
export { openReleaseService } from './open-release-service.ts';
export {
  type Figures,
  historyOf,
  percentOfWeight,
  previewPath,
  previewsOf,
  resultOf,
  statusOf,
  summaryOf,
  versionsOf,
} from './overview.ts';
export { previewIdOf } from './previews.ts';
export type { ProvenEvent } from './proof.ts';
export { figuresPath, readFigures } from './recorded-figures.ts';
export { isReleaseFault, ReleaseError, type ReleaseErrorCode } from './release-error.ts';
export { brokenAt, type ReleaseEvent } from './release-event.ts';
export { memberOf } from './release-policy.ts';
export {
  type AuditEntry,
  type Gate,
  type Intended,
  type Reference,
  type ReleaseRequest,
  ReleaseService,
  type ReleaseServiceOptions,
} from './release-service.ts';
export { screenSize, type TextFiles } from './screen-size.ts';
export {
  type PublishedSdk,
  parseSdkIndex,
  publishSdk,
  type SdkIndex,
  type SdkPackage,
  sdkFile,
  sdkVersions,
} from './sdk.ts';
export { generateKey, publicKeyOf, type SigningKey, sign } from './signing.ts';
export { ANNOUNCED, percentOf, type ReleaseState, type SlotState, slotOf, versionsIn } from './state.ts';
export { storageFromEnvironment } from './storage.ts';
export { type HostRecord, ReleaseStore, storeKeys } from './store.ts';
export {
  buildFactsSchema,
  ENTRY_FILE,
  LIST_FILE,
  listOf,
  type NewVersion,
  PAGE_FILE,
  releasedRemote,
  type VersionRecord,
  versionFiles,
} from './version-record.ts';
