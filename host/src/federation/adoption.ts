import { type ReleasedRemote, referenceOf } from '@tessera/manifest';

/** What an open page does with the versions that a new manifest chooses for it. */
export type Adoption = {
  /** The versions from now on. */
  readonly remotes: readonly ReleasedRemote[];
  /** Newer versions that wait for the user's confirmation. */
  readonly offered: readonly ReleasedRemote[];
};

/**
 * Follows the policy of each version that this page runs: `allow` swaps, `ask` waits for the user, `block` waits for a
 * reload. A withdrawn version is always replaced, and one that no screen has loaded has nothing to lose.
 */
export function adoptVersions(
  running: readonly ReleasedRemote[],
  next: readonly ReleasedRemote[],
  facts: {
    readonly withdrawn: readonly string[];
    /** Whether the page has loaded this version. */
    readonly isLoaded: (remote: ReleasedRemote) => boolean;
    /** Whether the user confirmed the offered versions. */
    readonly agreed: boolean;
  },
): Adoption {
  const offered: ReleasedRemote[] = [];
  const remotes = next.map((candidate) => {
    const current = running.find(({ name }) => name === candidate.name);
    if (!current || current.version === candidate.version) return candidate;
    const free = current.swap === 'allow' || !facts.isLoaded(current);
    if (free || facts.withdrawn.includes(referenceOf(current))) return candidate;
    if (current.swap === 'ask') {
      if (facts.agreed) return candidate;
      offered.push(candidate);
    }
    return current;
  });
  return { remotes, offered };
}

/** Remotes of `before` whose version is not in `after`. */
export const departed = (
  before: readonly ReleasedRemote[],
  after: readonly ReleasedRemote[],
): readonly ReleasedRemote[] =>
  before.filter((old) => !after.some(({ name, version }) => name === old.name && version === old.version));
