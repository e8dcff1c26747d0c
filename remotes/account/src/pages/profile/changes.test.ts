import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const profile = fc.record({ nickname: fc.string({ maxLength: 12 }), signature: fc.string({ maxLength: 32 }) });
const trimmed = profile.map(({ nickname, signature }) => ({ nickname: nickname.trim(), signature: signature.trim() }));

test('what was kept together with what changed is what was entered', () => {
  fc.assert(
    fc.property(trimmed, profile, (kept, edited) => {
      expect({ ...kept, ...changesOf(kept, edited) }).toEqual({
        nickname: edited.nickname.trim(),
        signature: edited.signature.trim(),
      });
    }),
  );
});

test('an untouched profile has nothing to send', () => {
  fc.assert(
    fc.property(trimmed, (kept) => {
      expect(changesOf(kept, kept)).toEqual({});
    }),
  );
});
