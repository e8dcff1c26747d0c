export { type Descriptor, descriptorSchema, LANGUAGE_CODES, parseDescriptor } from './descriptor.ts';
export { integrityOf } from './file-list.ts';
export { FolderStore } from './folder-store.ts';
export { type LiveRemote, liveVersion, type Manifest, manifestSchema, parseManifest } from './manifest.ts';
export { type Act, adoptHost, HOST, type Move, promote, rollback } from './moves.ts';
export { parseReference, releaseVersion, remoteName } from './names.ts';
export { ReleaseError, type ReleaseErrorCode } from './release-error.ts';
export { type NewVersion, type ReleaseStore, requireVersion } from './store.ts';
export { ENTRY_FILE, liveRemote, type VersionRecord } from './version-record.ts';
