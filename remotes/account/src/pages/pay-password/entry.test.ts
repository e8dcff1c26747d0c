import { checkNewPayPassword } from '@tessera/api/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, type Entry, type Move, START } from './entry.ts';

const digits = fc.stringMatching(/^[0-9]{6}$/);
const strong = digits.filter((text) => !checkNewPayPassword(text));
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ kind: fc.constant('code' as const), code: fc.oneof(digits, fc.string({ maxLength: 7 })) }),
  fc.record({ kind: fc.constant('digits' as const), digits: fc.oneof(digits, fc.string({ maxLength: 7 })) }),
  fc.constantFrom<Move>({ kind: 'proceed' }, { kind: 'restart' }, { kind: 'rejected' }, { kind: 'simple' }),
);
const run = (moves: readonly Move[]): Entry => moves.reduce(advance, START);

test('digits entered twice alike are ready, with the code that was entered before', () => {
  fc.assert(
    fc.property(digits, strong, (code, key) => {
      const entry = run([
        { kind: 'code', code },
        { kind: 'proceed' },
        { kind: 'digits', digits: key },
        { kind: 'digits', digits: key },
      ]);
      expect(entry).toEqual({ step: 'ready', code, key });
    }),
  );
});

test('two entries that differ start over with an error', () => {
  fc.assert(
    fc.property(digits, strong, digits, (code, first, second) => {
      fc.pre(first !== second);
      const entry = run([
        { kind: 'code', code },
        { kind: 'proceed' },
        { kind: 'digits', digits: first },
        { kind: 'digits', digits: second },
      ]);
      expect(entry).toEqual({ step: 'first', code, problem: 'differed' });
    }),
  );
});

test.each(['000000', '123456', '121212'])('%s is not asked for a second time', (key) => {
  const moves: Move[] = [{ kind: 'code', code: '654321' }, { kind: 'proceed' }, { kind: 'digits', digits: key }];
  expect(run(moves)).toEqual({ step: 'first', code: '654321', problem: 'simple' });
});

test('whatever is done, what is ready has six digits of code and key', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const entry = run(moves);
      if (entry.step !== 'code') expect(entry.code).toMatch(/^\d{6}$/);
      if (entry.step === 'ready') expect(checkNewPayPassword(entry.key)).toBeNull();
    }),
  );
});
