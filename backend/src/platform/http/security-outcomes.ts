import type { ErrorCode } from '@tessera/api/errors';
import type { Logger } from 'pino';
import type { Answered } from './request-log.ts';

/**
 * Outcomes that say that a caller is not who they claim to be, may not do what they ask for, or tries too often. They are
 * logged as warnings, so that the shipped settings show them.
 */
export const SECURITY_OUTCOMES = [
  'account_disabled',
  'account_frozen',
  'account_locked',
  'address_internal',
  'code_too_soon',
  'code_wrong',
  'codes_exhausted',
  'confirmation_required',
  'factor_enrolment_required',
  'factor_locked',
  'factor_waits',
  'passkey_waits',
  'factor_missing',
  'factor_required',
  'forbidden',
  'key_blocked',
  'key_locked',
  'key_wrong',
  'link_invalid',
  'login_required',
  'member_left',
  'not_owner',
  'own_request',
  'passkey_wrong',
  'password_locked',
  'password_wrong',
  'proof_required',
  'rate_limited',
  'recovery_code_wrong',
  'removal_link_invalid',
  'second_member_required',
  'session_invalid',
  'session_proof_invalid',
  'session_proof_stale',
  'session_unbound',
  'too_many_tries',
  'totp_wrong',
  'wrong_credentials',
] as const satisfies readonly ErrorCode[];

const OUTCOMES: ReadonlySet<string> = new Set(SECURITY_OUTCOMES);
export const isSecurityOutcome = (outcome: string): boolean => OUTCOMES.has(outcome);

const MINUTE = 60_000;
/** Lines a minute of one outcome, call and caller; the rest of them is counted. */
export const LINES_A_MINUTE = 10;
/** What is told apart within a minute: more callers than these share a line. */
const TOLD_APART = 1_000;

type Repeated = Pick<Answered, 'outcome' | 'call' | 'caller'> & { times: number };

/**
 * Writes security outcomes down. A guesser, or pages whose session has ended, cannot fill the log: what repeats is one line
 * with its number, written with the first outcome of a later minute. Returns whether the response has its line.
 */
export function securityLog(log: Logger, now: () => number): (answered: Answered) => boolean {
  let minute = 0;
  let seen = new Map<string, Repeated>();
  function begin(at: number): void {
    for (const { outcome, call, caller, times } of seen.values()) {
      if (times <= LINES_A_MINUTE) continue;
      const repeated = times - LINES_A_MINUTE;
      log.warn({ event: 'security', code: outcome, call, ...(caller && { caller }), repeated }, 'security outcomes');
    }
    minute = at;
    seen = new Map();
  }
  return ({ id, call, outcome, caller, status, ms }) => {
    const at = Math.floor(now() / MINUTE);
    if (at !== minute) begin(at);
    const key = `${outcome} ${call} ${caller}`;
    const isNew = !seen.has(key);
    const shared = isNew && seen.size >= TOLD_APART;
    const entry = seen.get(shared ? outcome : key) ?? {
      outcome,
      call: shared ? 'several' : call,
      caller: shared ? null : caller,
      times: 0,
    };
    entry.times += 1;
    seen.set(shared ? outcome : key, entry);
    if (entry.times > LINES_A_MINUTE) return false;
    const line = { event: 'security', code: outcome, requestId: id, call, outcome, ...(caller && { caller }), status };
    log.warn({ ...line, ms: Math.round(ms * 10) / 10 }, 'security');
    return true;
  };
}
