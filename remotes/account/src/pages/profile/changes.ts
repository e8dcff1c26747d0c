import { checkNickname, checkSignature, type RuleFailure } from '@tessera/api/rules';

export type Profile = { readonly nickname: string; readonly signature: string };

/** What is to be sent of an edited profile: only what differs from what is kept. */
export function changesOf(kept: Profile, edited: Profile): Partial<Profile> {
  const nickname = edited.nickname.trim();
  const signature = edited.signature.trim();
  return {
    ...(nickname !== kept.nickname && { nickname }),
    ...(signature !== kept.signature && { signature }),
  };
}

/** The rules hold for what changes: somebody who never had a signature needs none to choose a nickname. */
export const profileChecks = (kept: Profile) => ({
  nickname: (edited: Profile): RuleFailure | null => {
    const { nickname } = changesOf(kept, edited);
    return nickname === undefined ? null : checkNickname(nickname);
  },
  signature: (edited: Profile): RuleFailure | null => {
    const { signature } = changesOf(kept, edited);
    return signature === undefined ? null : checkSignature(signature);
  },
});
