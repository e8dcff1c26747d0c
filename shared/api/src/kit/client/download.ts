import { ApiError } from './api-error.ts';
import { type ApiConfig, type CallOptions, TIMEOUT_MS } from './config.ts';

/** Fetches what `/api/uploads/…` serves to this session alone. Loaded with the first private picture. */
export async function download(config: ApiConfig, location: string, { signal }: CallOptions = {}): Promise<Blob> {
  const token = config.token();
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  try {
    response = await (config.fetch ?? fetch)(config.baseUrl.replace(/\/api$/, '') + location, {
      headers: token === null ? {} : { authorization: token },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (response.ok) return await response.blob();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError(limit.aborted ? 'timeout' : 'network', 'The server could not be reached', { cause });
  }
  throw new ApiError('server', 'The picture cannot be read', { status: response.status });
}
