/** Every code that the check knows, with what it means in a line. Each has a page in docs/findings. */
export const CODES = {
  'descriptor-invalid': 'remote.json is not a valid descriptor',
  'text-missing': 'a language lacks a text that English has',
  'text-beyond': 'a language has a text that English lacks',
  'text-empty': 'a text is empty',
  'text-placeholder': 'a text lost or gained a placeholder',
  'text-plural': 'a text lacks a plural form of its language',
  'build-failed': 'the remote does not build',
  'style-leak': 'a style rule reaches beyond the remote',
  'shared-copied': 'the build carries its own copy of a shared package',
  'size-budget': 'a screen loads more than the remote’s budget',
  'mount-failed': 'a route does not open',
  'mount-error': 'a screen throws an error while it is opened or left',
  'unmount-failed': 'after a screen was left, the next one does not open',
  'unmount-residue': 'something of a screen stays in the page after it was left',
  'fault-not-contained': 'a failed load harms more than the remote’s own screens',
  'fault-not-healed': 'the screen does not come back after a failed load',
  'tampered-ran': 'a tampered file ran',
  'broken-not-left': 'a version that throws is not left for the one before',
  'swap-failed': 'the page did not follow a swap',
  'swap-styles': 'style sheets of a version that left stay in the page',
  'swap-heap': 'swapping versions retains too much memory',
} as const;

export type Code = keyof typeof CODES;

/** Where a code is explained, from the root of the repository. */
export const pageOf = (code: Code): string => `docs/findings/${code}.md`;

/** One thing that speaks against a remote. */
export type Finding = { readonly code: Code; readonly message: string };
