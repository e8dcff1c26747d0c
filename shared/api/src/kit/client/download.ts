import { ApiError } from './api-error.ts';
import { type ApiConfig, type Received, TIMEOUT_MS } from './config.ts';

/** Fetches what `/api/uploads/…` serves to this session alone. Loaded with the first private picture. */
export async function download(
  config: ApiConfig,
  url: string,
  headers: Headers,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await (config.fetch ?? fetch)(url, {
      headers: Object.fromEntries(headers),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    const { status, headers: received } = response;
    // What is refused is refused as a call is.
    const refused = !response.ok || received.get('content-type')?.startsWith('application/json');
    if (refused) return { status, headers: received, body: await response.text() };
    return { status, headers: received, body: '', file: await response.blob() };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(limit.aborted ? 'timeout' : 'network', 'The server could not be reached', { cause });
  }
}
