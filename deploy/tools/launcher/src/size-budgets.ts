/** Files that a page has loaded once it is usable; each of them costs bytes over the wire. */
export type SizeBudget = {
  readonly page: string;
  /** KiB of JavaScript after brotli. */
  readonly limit: number;
  /** Chunk groups of the host's report. */
  readonly host: readonly string[];
  /** Further files of the host: shared parts fetched on demand. */
  readonly hostFiles: readonly RegExp[];
  /** Remote whose screen it is, and which of its files belong to it: each pattern has to find one at least. */
  readonly remote?: { readonly name: string; readonly files: readonly RegExp[] };
};

const SHELL = ['main', 'texts-en-json'] as const;

export const SIZE_BUDGETS: readonly SizeBudget[] = [
  {
    page: 'shell and home',
    limit: 172,
    host: [...SHELL, 'home'],
    hostFiles: [/^assets\/shared_ui_src_carousel_/],
  },
  {
    page: 'spot page in all',
    limit: 284,
    host: SHELL,
    hostFiles: [
      /^assets\/shared_ui_src_forms_ts\./,
      /^assets\/shared_storage_src_stored-atom_ts\./,
      /^assets\/jotai\./,
    ],
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
