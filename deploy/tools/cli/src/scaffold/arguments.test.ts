import { describe, expect, test } from 'vitest';
import { UsageError } from '../usage.ts';
import { readArguments } from './arguments.ts';

describe('tessera new', () => {
  test('makes a remote for guests, without a place in the bottom bar', () => {
    expect(readArguments(['lottery'])).toEqual({
      asked: { name: 'lottery', access: 'guest', tab: undefined },
      dryRun: false,
    });
  });

  test('takes access, place and dry run as asked', () => {
    expect(readArguments(['lottery', '--tab', '12', '--access', 'verified', '--dry-run'])).toEqual({
      asked: { name: 'lottery', access: 'verified', tab: 12 },
      dryRun: true,
    });
  });

  test.each([
    [[], 'Exactly one name'],
    [['lottery', 'draw'], 'Exactly one name'],
    [['lottery', '--access', 'admin'], '--access is one of guest, user, verified'],
    [['lottery', '--tab', '0'], '0 is Home'],
    [['lottery', '--tab', '100'], '--tab is a number from 1 to 99'],
    [['lottery', '--force'], "Unknown option '--force'"],
  ])('rejects %j', (args, reason) => {
    expect(() => readArguments(args)).toThrow(UsageError);
    expect(() => readArguments(args)).toThrow(reason);
  });
});
