import { isOnline, randomId } from '@tessera/device';
import {
  ABSENT_HEADER,
  ASKED_HEADER,
  type FailureKind,
  type ReleasedRemote,
  readAbsent,
  referenceOf,
} from '@tessera/manifest';
import { entryUrl } from './load-page.ts';

/** `network` does not count against the version: the connection or the server is down. */
export type Diagnosis = FailureKind | 'network';

/** Every error that led to this one, itself first. */
function* causes(error: unknown): Generator<Error & { readonly request?: unknown; readonly code?: unknown }> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

const isChunkError = ({ name, code }: { readonly name: string; readonly code?: unknown }) =>
  name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';

/**
 * A file that did not become a running script or style although its version promises it. Only what the gateway itself
 * says of the file counts: it sends no other bytes than were published, so those, cut ones and the 404 of anything in
 * between are of the way there.
 */
async function fileFault(remote: ReleasedRemote, url: string): Promise<Diagnosis> {
  const asked = randomId();
  const response = await fetch(url, { cache: 'reload', headers: { [ASKED_HEADER]: asked } }).catch(() => null);
  if (response?.status !== 404) return 'network';
  return readAbsent(response.headers.get(ABSENT_HEADER), referenceOf(remote), asked) ?? 'network';
}

/**
 * Why a page of a version could not be shown, by looking again at what it needed. An error of the page's code is
 * `evaluation`: it ran, so its bytes were right. A failed file counts only where the gateway itself says that it has none.
 */
export async function diagnose(remote: ReleasedRemote, error: unknown): Promise<Diagnosis> {
  if (!isOnline()) return 'network';
  const folder = new URL('.', entryUrl(remote)).href;
  for (const cause of causes(error)) {
    const { request } = cause;
    if (isChunkError(cause) && typeof request === 'string') {
      // A file of the host, such as a shared module, is no fault of the version that asked for it.
      if (!request.startsWith(folder)) return 'network';
      return fileFault(remote, request);
    }
    // The federation runtime distinguishes a missing script from one that threw only by these names.
    if (cause.message.includes('ScriptNetworkError')) return fileFault(remote, entryUrl(remote));
  }
  return 'evaluation';
}
