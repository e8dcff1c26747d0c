import type { FailureKind, ReleasedRemote, VersionFiles } from '@tessera/manifest';
import { entryUrl } from './load-page.ts';
import { BASE } from './manifest.ts';

/** `network` does not count against the version: the connection or the server is down. */
export type Diagnosis = FailureKind | 'network';

/** Every error that led to this one, itself first. */
function* causes(error: unknown): Generator<Error & { readonly request?: unknown; readonly code?: unknown }> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

const isChunkError = ({ name, code }: { readonly name: string; readonly code?: unknown }) =>
  name === 'ChunkLoadError' || code === 'CSS_CHUNK_LOAD_FAILED';

/** Status of a fresh response; 0 without one, or if its bytes do not match `integrity`. */
async function status(url: string, integrity?: string): Promise<number> {
  try {
    const answer = await fetch(url, { cache: 'reload', ...(integrity ? { integrity } : {}) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** A file that did not become a running script or style although its version promises it. */
async function fileFault(url: string, integrity: string | undefined): Promise<Diagnosis> {
  if ((await status(url)) !== 200) return (await status(`${BASE}manifest.json`)) === 200 ? 'load' : 'network';
  // The server has it. If its bytes are right, the load was slow or interrupted: a network fault.
  return integrity && (await status(url, integrity)) !== 200 ? 'integrity' : 'network';
}

/** The hash that a version lists for one of its files; former versions have theirs in the manifest. */
async function integrityOf(remote: ReleasedRemote, url: string): Promise<string | undefined> {
  const folder = new URL('.', entryUrl(remote)).href;
  const { assets } =
    remote.assets.length > 0
      ? remote
      : await fetch(`${folder}files.json`)
          .then((response): Promise<VersionFiles> => response.json())
          .catch(() => remote);
  return assets.find(([path]) => folder + path === url)?.[1];
}

/**
 * Why a page of a version could not be shown, by looking again at what it needed. An error of the page's code is
 * `evaluation`; a failed file is `load` only while the server responds otherwise, so that a lost connection does not
 * count against a version.
 */
export async function diagnose(remote: ReleasedRemote, error: unknown): Promise<Diagnosis> {
  if (navigator.onLine === false) return 'network';
  for (const cause of causes(error)) {
    const { request } = cause;
    if (isChunkError(cause) && typeof request === 'string')
      return fileFault(request, await integrityOf(remote, request));
    // The federation runtime distinguishes a missing script from one that threw only by these names.
    if (cause.message.includes('ScriptNetworkError')) {
      return fileFault(entryUrl(remote), remote.integrity || undefined);
    }
  }
  return 'evaluation';
}
