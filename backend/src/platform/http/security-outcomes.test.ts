import { errorCodes } from '@tessera/api/contract';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { requestLog } from './request-log.ts';
import { isSecurityOutcome, LINES_A_MINUTE, SECURITY_OUTCOMES } from './security-outcomes.ts';

/** Names of codes about who calls and what they may do; a new code of such a name is decided on here. */
const OF_SECURITY =
  /credential|_wrong$|_locked$|_blocked$|_exhausted$|_frozen$|_disabled$|forbidden|login|session|proof|factor|totp|passkey|recovery|confirm|second_member|^own_|owner|tries|rate_limited|link_invalid|unbound|bound_/;
/** Of these names, what is no refusal of a caller: prices and rounds, steps of a log-in, the person's own settings. */
const OTHER: readonly string[] = [
  'account_not_frozen',
  'oco_prices_wrong',
  'own_work',
  'passkey_required',
  'round_wrong',
  'stop_entry_wrong',
  'stop_price_wrong',
  'too_many_passkeys',
  'totp_required',
  'login_failed',
];

let lines: Record<string, unknown>[];
let time: number;
let note: ReturnType<typeof requestLog>;
beforeEach(() => {
  lines = [];
  time = 0;
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  // As the shipped settings have it.
  note = requestLog(pino({ level: 'warn', base: null }, stream), createMetrics(), () => time);
});
const outcome = (code: string, caller: string | null = 'user:7', id = 'request-1') =>
  note({ id, call: 'POST /user/login', outcome: code, caller, status: 200, ms: 1 });

describe('outcomes of security', () => {
  it.each(errorCodes.filter((code) => OF_SECURITY.test(code)))('%s is one, or is said not to be', (code) => {
    expect(isSecurityOutcome(code)).toBe(!OTHER.includes(code));
  });

  it('are codes that there are', () => {
    expect(SECURITY_OUTCOMES.filter((code) => !errorCodes.includes(code))).toEqual([]);
    expect(OTHER.filter((code) => !errorCodes.some((each) => each === code))).toEqual([]);
  });

  it.each(SECURITY_OUTCOMES)('%s is logged in the shipped settings, with call and account', (code) => {
    outcome(code);
    expect(lines).toMatchObject([
      { level: 40, event: 'security', code, requestId: 'request-1', call: 'POST /user/login', caller: 'user:7' },
    ]);
  });

  it('are all that is logged there', () => {
    for (const code of ['ok', 'not_found', 'insufficient_balance', ...OTHER]) outcome(code);
    expect(lines).toEqual([]);
  });

  it('that repeat are a few lines and a number', () => {
    for (let times = 0; times < 5_000; times += 1) outcome('session_invalid', null);
    outcome('wrong_credentials');
    expect(lines).toHaveLength(LINES_A_MINUTE + 1);
    time += 60_000;
    outcome('forbidden');
    expect(lines.slice(-2)).toMatchObject([
      { event: 'security', code: 'session_invalid', repeated: 5_000 - LINES_A_MINUTE },
      { event: 'security', code: 'forbidden' },
    ]);
  });

  it('of many callers at once take no more lines or memory than that', () => {
    for (let caller = 0; caller < 5_000; caller += 1) outcome('key_wrong', `user:${caller}`);
    expect(lines.length).toBeLessThanOrEqual(1_000 + LINES_A_MINUTE);
    time += 60_000;
    outcome('forbidden');
    expect(lines.at(-2)).toMatchObject({ code: 'key_wrong', call: 'several', repeated: 4_000 - LINES_A_MINUTE });
  });
});
