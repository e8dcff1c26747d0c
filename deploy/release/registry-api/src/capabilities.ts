/** What a remote can do with the page besides showing its screens. */
export const CAPABILITIES = {
  localStorage: 'keeps values in localStorage',
  sessionStorage: 'keeps values in sessionStorage',
  indexedDB: 'keeps values in IndexedDB',
  BroadcastChannel: 'talks to other tabs',
  worker: 'starts workers',
  registration: 'reads the registration of the page’s worker, such as for notifications',
  globals: 'writes globals of the page',
  prototypes: 'changes what all objects of a kind have',
  code: 'makes code of text',
  import: 'loads modules by address',
  markup: 'makes markup of text',
  navigation: 'leads to addresses, or changes that of the page',
  unseen:
    'reaches into the page by names that are computed, or hands the page on: this list may lack what it does there',
} as const;

export type Capability = keyof typeof CAPABILITIES;

/** A use in words: `globals: hook` or `localStorage`. */
export function describeUse(use: string): string {
  const [of = '', ...name] = use.split(': ');
  const words = Object.hasOwn(CAPABILITIES, of) ? CAPABILITIES[of as Capability] : of;
  return name.length === 0 ? words : `${words} (${name.join(': ')})`;
}
