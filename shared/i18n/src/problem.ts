import { text } from './texts.ts';

/** What a call rejects with, as far as its text is concerned: `ApiError` of `@tessera/api`. */
type Problem = { readonly code: string; readonly message: string; readonly fromServer: boolean };
/** What a rule of `@tessera/api/rules` returns. */
type Failure = { readonly code: string; readonly params?: Readonly<Record<string, string | number>> };

const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && 'code' in error && 'fromServer' in error;

const OWN_TEXTS: ReadonlySet<string> = new Set(['network', 'timeout', 'rate_limited']);

/** What a user's action needs and could not be fetched: bundles load some code with its first use. */
const isMissingCode = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/**
 * A rejected call in the reader's language: the server's own words where it had any. `otherwise` stands for what is no
 * rejection of a call, such as a browser's dialog that the user closed.
 */
export function problemText(error: unknown, otherwise = text('common:error.server')): string {
  if (isMissingCode(error)) return text('common:error.network');
  if (!isProblem(error)) return otherwise;
  if (error.fromServer) return error.message;
  return text(`common:error.${OWN_TEXTS.has(error.code) ? error.code : 'server'}`);
}

/** Why a field is rejected, to stand below that field. */
export const ruleText = ({ code, params }: Failure): string => text(`common:rule.${code}`, params);
