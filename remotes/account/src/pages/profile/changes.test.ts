import { checkNickname, checkSignature } from '@tessera/api/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, profileChecks } from './changes.ts';

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

test('an untouched profile has nothing to send and nothing wrong, whatever it is', () => {
  fc.assert(
    fc.property(trimmed, (kept) => {
      expect(changesOf(kept, kept)).toEqual({});
      const checks = profileChecks(kept);
      expect([checks.nickname(kept), checks.signature(kept)]).toEqual([null, null]);
    }),
  );
});

test('what passes the checks passes the rules of the server', () => {
  fc.assert(
    fc.property(trimmed, profile, (kept, edited) => {
      const checks = profileChecks(kept);
      const { nickname, signature } = changesOf(kept, edited);
      if (nickname !== undefined) expect(checks.nickname(edited)).toEqual(checkNickname(nickname));
      if (signature !== undefined) expect(checks.signature(edited)).toEqual(checkSignature(signature));
    }),
  );
});
