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
