import { describe, expect, it } from 'vitest';
import { isUnavailable } from './unavailable.ts';

describe('an error says that nothing can be stored', () => {
  const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });

  it.each(['53100', '53200', '53300', '57P01', '57P03', '08006', '58030', '25006', '25P03', 'ENOSPC', 'ECONNREFUSED'])(
    'with the code %s, also as a cause',
    (code) => {
      expect(isUnavailable(withCode(code))).toBe(true);
      expect(isUnavailable(new Error('y', { cause: withCode(code) }))).toBe(true);
    },
  );

  it('when the connection was lost, or its socket is gone', () => {
    expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isUnavailable(withCode('ENOENT', 'connect'))).toBe(true);
  });

  it.each(['42P01', '23505', '22001', '40001', 'ENOENT'])('but not with the code %s', (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  });
});
