import type { ErrorCode } from '../errors/codes.ts';

/** Why a value is rejected: an error code, and the parameters of its text besides the field name. */
export type RuleFailure = {
  readonly code: ErrorCode;
  readonly params?: Readonly<Record<string, string | number>>;
};
