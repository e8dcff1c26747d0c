/** Every code of the check with a one-line description. Each has a page in docs/findings. */
export const CODES = {
  'descriptor-invalid': 'remote.json is not a valid descriptor',
  'text-missing': 'a language lacks a text that English has',
  'text-beyond': 'a language has a text that English lacks',
  'text-empty': 'a text is empty',
  'text-placeholder': 'a text lost or gained a placeholder',
  'text-plural': 'a text lacks a plural form of its language',
  'build-failed': 'the remote does not build',
  'style-leak': 'a style rule can match elements outside the remote',
  'shared-copied': 'the build contains its own copy of a shared package',
  'page-touched':
    'the build touches what no remote may: caches, service workers, cookies, what the host keeps, ways out of the page',
  'size-budget': 'a screen loads more than the remote’s budget',
  'mount-failed': 'a route does not open',
  'mount-error': 'a screen throws an error while it is opened or left',
  'unmount-failed': 'the next screen does not open after a screen was left',
  'unmount-residue': 'a screen leaves something in the page after it was left',
  'fault-not-contained': 'a failed load affects more than the remote’s own screens',
  'fault-not-healed': 'the screen does not recover after a failed load',
  'tampered-ran': 'a tampered file was executed',
  'broken-not-left': 'the page does not fall back from a version that throws',
  'swap-failed': 'the page did not follow a swap',
  'swap-styles': 'style sheets of a replaced version stay in the page',
  'swap-heap': 'swapping versions retains too much memory',
} as const;

export type Code = keyof typeof CODES;

/** Where a code is explained, from the root of the repository. */
export const pageOf = (code: Code): string => `docs/findings/${code}.md`;

/** One finding about a remote. */
export type Finding = { readonly code: Code; readonly message: string };
