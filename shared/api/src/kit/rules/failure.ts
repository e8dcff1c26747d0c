import type { ErrorCode } from '../errors/codes.ts';

/** Why a value is refused: a code of the catalogue, and what its text needs besides the field's name. */
export type RuleFailure = {
  readonly code: ErrorCode;
  readonly params?: Readonly<Record<string, string | number>>;
};
