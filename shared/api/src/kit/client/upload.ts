import type { LanguageCode } from '@tessera/bus';
import { type ApiConfig, type Received, TIMEOUT_MS, type UploadOptions } from './config.ts';
import { transmit } from './transmit.ts';

/** The upload call reads the language from this header, and supports three. */
const languages: Partial<Record<LanguageCode, string>> = { zh: 'zh-cn', hk: 'zh-tw' };

/** Sends a file as the part `file`. Loaded with the first upload: the page that starts has none. */
export function upload(
  config: ApiConfig,
  file: File | Blob,
  headers: Headers,
  { signal, onProgress = () => undefined, path = '/upload' }: UploadOptions,
): Promise<Received> {
  const language = config.language();
  headers.set('accept-language', languages[language] ?? 'en');
  const body = new FormData();
  body.append('file', file);
  const url = `${config.baseUrl}${path}?lang=${language}`;
  return (config.transmit ?? transmit)(url, { body, headers, signal, timeoutMs: TIMEOUT_MS, onProgress });
}
