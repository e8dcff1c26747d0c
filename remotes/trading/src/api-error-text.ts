import { ApiError } from '@tessera/api';
import type { useTexts } from '@tessera/i18n';

const OWN_WORDS: ReadonlySet<string> = new Set(['network', 'timeout', 'server', 'rate_limited']);

/** What to tell the person: the server's text, or ours where there was no proper answer. `common` is that namespace. */
export function apiErrorText(error: unknown, common: ReturnType<typeof useTexts>): string {
  if (!(error instanceof ApiError)) return common('error.server');
  if (error.fromServer && error.message !== '') return error.message;
  return common(`error.${OWN_WORDS.has(error.code) ? error.code : 'server'}`);
}
