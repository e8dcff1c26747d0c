/** Who may open a route: guests, logged-in users, or users with a verified identity. */
export type Access = 'guest' | 'user' | 'verified';

/**
 * When an open page may switch to another version: on the next navigation, after the user confirms, or only on reload.
 */
export type SwapPolicy = 'allow' | 'ask' | 'block';

/** A file that a screen needs, relative to the version's folder, with its hash in the notation of subresource integrity. */
export type Asset = readonly [path: string, integrity: string];

/** A GET request that a screen makes first, so that the page makes it while the scripts still load. */
export type FirstRequest = {
  /** Path and query below `/api` of the screen without parameters; the page adds `lang`. */
  readonly call: string;
  /** Pictures of the response that are on the screen at once. */
  readonly pictures?:
    | {
        /** Field of the response that holds the rows. */
        readonly rows: string;
        /** Fields from a row to the sizes of its picture, `{ width, avif }` each: `media.pictures`. */
        readonly sources: string;
        /** Width on the screen, as the `sizes` of the image. */
        readonly sizes: string;
        /** Rows that are on the screen at once. */
        readonly count: number;
      }
    | undefined;
};

export type RemoteRoute = {
  /** Path behind the hash, without parameters. */
  readonly path: string;
  readonly access: Access;
  /** The key of its screen in the remote's module; versions published before used the path. */
  readonly module?: string;
  /** Of former versions, as in `VersionFiles`. */
  readonly needs?: readonly number[];
  /** Of former versions, as in `VersionFiles`. */
  readonly provided?: readonly string[];
  readonly first?: FirstRequest;
  /**
   * Where the page is wide: a `list` stays beside what is opened from it, a `desk` has all of the width; other screens
   * stand beside the list that they were opened from, or alone in a column.
   */
  readonly wide?: 'list' | 'desk';
};

export type RemoteTab = {
  /** Place in the bottom bar; Home, the host's own, is 0. */
  readonly order: number;
  readonly path: string;
  /** By language code, in all ten languages. */
  readonly label: Readonly<Record<string, string>>;
  /** SVG path data on a 24 × 24 grid. */
  readonly icon: string;
};

/** One version of a remote, with everything a page needs. */
export type ReleasedRemote = {
  readonly name: string;
  readonly version: string;
  /** URL path of the entry script, relative to `/h5/`. */
  readonly entry: string;
  /** Hash of the entry script; the entry contains the hashes of all files it loads. */
  readonly integrity: string;
  readonly tab?: RemoteTab;
  readonly routes: readonly RemoteRoute[];
  /** Of former versions, as in `VersionFiles`; empty for those that have such a list. */
  readonly assets: readonly Asset[];
  readonly texts?: Readonly<Record<string, number>>;
  readonly swap: SwapPolicy;
};

/**
 * What the screens of a version load, in `files.json` beside its entry: a page asks for that of its first screen only, so
 * the manifest does not carry it for all. It says what to fetch early; the entry holds the hashes that count.
 */
export type VersionFiles = {
  readonly assets: readonly Asset[];
  /** By route: what its screen loads besides the entry, as positions in `assets`. */
  readonly screens: Readonly<Record<string, readonly number[]>>;
  /** By route: shared modules of its screen that are not in the host's first files. */
  readonly provided: Readonly<Record<string, readonly string[]>>;
  /** The file of its texts by language code: positions in `assets`. */
  readonly texts: Readonly<Record<string, number>>;
  /** By route of a screen that shows texts of parts, and by language code: the files of these. Absent in former versions. */
  readonly pageTexts?: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
};

/** A version that a part of the clients gets: those with `bucketOf(salt, client) < weight`. */
export type Ramp = {
  readonly candidate: ReleasedRemote;
  /** Of 10,000 clients. */
  readonly weight: number;
  /** Generated when the ramp starts and kept while its weight changes. */
  readonly salt: string;
};

export type RemoteSlot = {
  readonly name: string;
  /** The version of all clients outside the ramp. */
  readonly stable: ReleasedRemote;
  readonly ramp?: Ramp;
  /** The previous stable version: the fallback for clients for which the stable one fails. */
  readonly previous?: ReleasedRemote;
};

/** The signed payload: the live versions at one time. */
export type Manifest = {
  readonly schema: 2;
  /** Increases with every release event; a page never goes back. */
  readonly epoch: number;
  /** Hash of the event that this manifest belongs to, which contains that of the one before: proves the history. */
  readonly head?: string;
  /** Unix milliseconds; grows within an epoch when its expiry is renewed. */
  readonly issuedAt: number;
  /** Unix milliseconds after which no page takes it any more. */
  readonly expiresAt: number;
  /** The host: `version` is that of the clients outside its ramp. The slot is missing where it was not released by pointer. */
  readonly host: ({ readonly version: string } & Partial<Pick<RemoteSlot, 'stable' | 'ramp' | 'previous'>>) | null;
  readonly remotes: readonly RemoteSlot[];
  /** `name@version` of versions rolled back or halted: pages leave them regardless of the swap policy. */
  readonly withdrawn: readonly string[];
  /** The remotes that operations put into the bottom bar; their `tab.order` follows it, others have no tab. */
  readonly tabs?: readonly string[] | undefined;
  /** Ids of the previews that were not ended; left out where there is none. */
  readonly previews?: readonly string[];
  /**
   * The last rollback of compromised code: clients clear what they kept before its epoch. It was live from `from` until
   * `until`, Unix ms; `mark` is drawn for it. `earlier` are the times of those before it, oldest first.
   */
  readonly compromised?: {
    readonly epoch: number;
    readonly mark: string;
    readonly from: number;
    readonly until: number;
    readonly earlier?: readonly { readonly from: number; readonly until: number }[] | undefined;
  };
  /** When an open page reloads itself at a navigation: after this many swaps, or above this heap size. */
  readonly limits: { readonly swaps: number; readonly heapMiB: number };
  /** Which part of the clients report outcomes and web vitals, of 10,000. */
  readonly telemetry: { readonly outcomes: number; readonly vitals: number };
};

/** A published version lent to one phone for a while. */
export type Preview = {
  readonly schema: 2;
  /** Public; `previews` of the manifest in force lists it until it is ended. */
  readonly id: string;
  /** Who made it, and why: shown to the user who opens its link. */
  readonly who: string;
  readonly why: string;
  readonly preview: ReleasedRemote;
  /** Unix milliseconds. */
  readonly expiresAt: number;
};

/** A text under the signatures of one or more keys; the text is the JSON of a Manifest or of a Preview. */
export type Signed = {
  readonly schema: 2;
  readonly payload: string;
  /** ECDSA P-256 with SHA-256 over the UTF-8 bytes of the payload; r and s, 64 bytes, base64url. */
  readonly signatures: readonly { readonly key: string; readonly signature: string }[];
};

/** A P-256 point as JWK writes it: coordinates of 32 bytes, base64url. */
export type PublicKey = { readonly id: string; readonly x: string; readonly y: string };
