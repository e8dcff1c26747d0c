import { isOnline } from '@tessera/device';
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

/** A fresh response whose body came whole and, where `integrity` is given, has that hash; null without one. */
async function fresh(url: string, integrity?: string): Promise<Response | null> {
  try {
    const answer = await fetch(url, { cache: 'reload', ...(integrity ? { integrity } : {}) });
    await answer.arrayBuffer();
    return answer;
  } catch {
    return null;
  }
}

const isGone = ({ status }: Response): boolean => status === 404 || status === 410;
/** A log-in page of a network, or an error page: what an edge sends in place of a file. */
const isPage = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/html') ?? false;

/**
 * A file that did not become a running script or style although its version promises it. Only what the server itself
 * says of the file counts: that it does not exist, or other bytes. Everything else may be the way there.
 */
async function fileFault(url: string, integrity: string | undefined): Promise<Diagnosis> {
  if (integrity && (await fresh(url, integrity))?.ok) return 'network';
  const answer = await fresh(url);
  if (!answer || isPage(answer)) return 'network';
  if (isGone(answer)) return (await fresh(`${BASE}manifest.json`))?.ok ? 'load' : 'network';
  return integrity && answer.ok ? 'integrity' : 'network';
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
 * `evaluation`; a failed file is `load` only where the server itself says that there is none.
 */
export async function diagnose(remote: ReleasedRemote, error: unknown): Promise<Diagnosis> {
  if (!isOnline()) return 'network';
  const folder = new URL('.', entryUrl(remote)).href;
  for (const cause of causes(error)) {
    const { request } = cause;
    if (isChunkError(cause) && typeof request === 'string') {
      // A file of the host, such as a shared module, is no fault of the version that asked for it.
      if (!request.startsWith(folder)) return 'network';
      return fileFault(request, await integrityOf(remote, request));
    }
    // The federation runtime distinguishes a missing script from one that threw only by these names.
    if (cause.message.includes('ScriptNetworkError')) {
      return fileFault(entryUrl(remote), remote.integrity || undefined);
    }
  }
  return 'evaluation';
}
