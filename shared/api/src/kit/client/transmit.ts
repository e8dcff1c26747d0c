import { ApiError } from './api-error.ts';
import type { Transmit } from './config.ts';

/**
 * A request by XMLHttpRequest, since `fetch` reports no progress of what it sends. Rejects with an `ApiError` of code
 * `network` or `timeout`, or an `AbortError` by the signal.
 */
export const transmit: Transmit = (url, { body, headers, signal, timeoutMs, onProgress }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => {
      const headers = new Headers();
      for (const name of ['retry-after', 'date']) {
        const value = request.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      const { status, responseText } = request;
      resolve({ status, headers, body: responseText });
    });
    request.addEventListener('error', () => reject(new ApiError('network', 'The server could not be reached')));
    request.addEventListener('timeout', () => reject(new ApiError('timeout', 'No response in time')));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.open('POST', url);
    request.timeout = timeoutMs;
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.send(body);
  });
