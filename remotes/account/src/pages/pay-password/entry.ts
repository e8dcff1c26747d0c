import { checkCode, checkNewPayPassword, checkPayPassword } from '@tessera/api/rules';

/** Setting the payment password: the code that was sent, six digits, and the same digits again. */
export type Entry =
  | { readonly step: 'code'; readonly code: string }
  | { readonly step: 'first'; readonly code: string; readonly problem: Problem | null }
  | { readonly step: 'again'; readonly code: string; readonly key: string }
  /** Both entries agree; the server decides. */
  | { readonly step: 'ready'; readonly code: string; readonly key: string };

/** Why other digits have to be chosen: both entries differ, or the first one is easy to guess. */
export type Problem = 'differed' | 'simple';

export type Move =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'proceed' }
  | { readonly kind: 'digits'; readonly digits: string }
  | { readonly kind: 'restart' }
  /** The user did not prove the change: the digits are entered the second time again. */
  | { readonly kind: 'unproven' }
  /** The server knows more of the user than the page: the digits are part of a number of theirs. */
  | { readonly kind: 'simple' }
  /** The server rejected the code: a new one has to be entered. */
  | { readonly kind: 'rejected' };

export const START: Entry = { step: 'code', code: '' };
/** Without a code: the user confirms the change with a second factor. */
export const START_BY_FACTOR: Entry = { step: 'first', code: '', problem: null };

export const STEPS = ['code', 'first', 'again'] as const;

/** Only digits entered twice alike get to `ready`; a move that does not belong to the step changes nothing. */
export function advance(entry: Entry, move: Move): Entry {
  const { code } = entry;
  switch (move.kind) {
    case 'code':
      return entry.step === 'code' ? { step: 'code', code: move.code } : entry;
    case 'proceed':
      return entry.step === 'code' && !checkCode(code) ? { step: 'first', code, problem: null } : entry;
    case 'digits':
      if (checkPayPassword(move.digits)) return entry;
      if (entry.step === 'first') {
        if (checkNewPayPassword(move.digits)) return { step: 'first', code, problem: 'simple' };
        return { step: 'again', code, key: move.digits };
      }
      if (entry.step !== 'again') return entry;
      return move.digits === entry.key
        ? { step: 'ready', code, key: entry.key }
        : { step: 'first', code, problem: 'differed' };
    case 'restart':
      return entry.step === 'code' ? entry : { step: 'first', code, problem: null };
    case 'unproven':
      return entry.step === 'ready' ? { step: 'again', code, key: entry.key } : entry;
    case 'simple':
      return entry.step === 'code' ? entry : { step: 'first', code, problem: 'simple' };
    case 'rejected':
      return START;
  }
}
