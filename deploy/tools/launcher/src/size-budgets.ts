/** Files that a page has loaded once it is usable; each of them costs bytes over the wire. */
export type SizeBudget = {
  readonly page: string;
  /** KiB of JavaScript after brotli. */
  readonly limit: number;
  /** Chunk groups of the host's report. */
  readonly host: readonly string[];
  /** Shared modules that the host provides on demand, by request. */
  readonly provided: readonly string[];
  /** Remote whose screen it is, and which of its files belong to it: each pattern has to find one at least. */
  readonly remote?: { readonly name: string; readonly files: readonly RegExp[] };
};

const SHELL = ['main', 'texts-en-json'] as const;

export const SIZE_BUDGETS: readonly SizeBudget[] = [
  {
    page: 'shell and home',
    limit: 165,
    host: SHELL,
    provided: ['@tessera/ui/carousel'],
    remote: {
      name: 'home',
      files: [/^remoteEntry\./, /^src_remote_tsx\./, /^src_pages_home_HomePage_tsx\./, /^src_i18n_en_json\./],
    },
  },
  {
    page: 'spot page in all',
    limit: 265,
    host: SHELL,
    provided: ['@tessera/ui/forms', '@tessera/storage/atom', 'jotai'],
    remote: {
      name: 'trading',
      files: [
        /^remoteEntry\./,
        /^src_remote_tsx\./,
        /^src_pages_spot_SpotPage_tsx\./,
        /^chart\./,
        /^src_i18n_en_json\./,
      ],
    },
  },
];
