/** Who may open a route: anybody, a logged-in user, or a user whose identity is verified. */
export type Access = 'guest' | 'user' | 'verified';

/** Whether an open page may take another version: at the next navigation, when the person agrees, or only on reload. */
export type SwapPolicy = 'allow' | 'ask' | 'block';

/** A file that a screen needs, relative to the version's folder, with its hash in the notation of subresource integrity. */
export type Asset = readonly [path: string, integrity: string];

export type RemoteRoute = {
  /** Path behind the hash, without parameters. */
  readonly path: string;
  readonly access: Access;
  /** The key of its screen in the remote's module; versions published before used the path. */
  readonly module?: string;
  /** What its screen loads besides the entry: positions in the version's `assets`. */
  readonly needs?: readonly number[];
  /** Modules that its screen asks the host for and that the host's first files do not hold. */
  readonly provided?: readonly string[];
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

/** One version of a remote: all that a page needs to know of it. */
export type ReleasedRemote = {
  readonly name: string;
  readonly version: string;
  /** URL path of the entry script, relative to `/h5/`. */
  readonly entry: string;
  /** Hash of the entry script; the entry holds those of all that it loads. */
  readonly integrity: string;
  readonly tab?: RemoteTab;
  readonly routes: readonly RemoteRoute[];
  readonly assets: readonly Asset[];
  /** The file of its texts by language code: positions in `assets`. */
  readonly texts?: Readonly<Record<string, number>>;
  readonly swap: SwapPolicy;
};

/** A version that a part of the clients gets: those with `bucketOf(salt, client) < weight`. */
export type Ramp = {
  readonly candidate: ReleasedRemote;
  /** Of 10,000 clients. */
  readonly weight: number;
  /** Drawn when the ramp begins and kept while its weight changes. */
  readonly salt: string;
};

export type RemoteSlot = {
  readonly name: string;
  /** The version of everybody outside the ramp. */
  readonly stable: ReleasedRemote;
  readonly ramp?: Ramp;
  /** The stable version before: where a client goes for which the stable one fails. */
  readonly previous?: ReleasedRemote;
};

/** What is live at one moment: the payload that is signed. */
export type Manifest = {
  readonly schema: 2;
  /** Grows by one with every move of operations; a page never goes back. */
  readonly epoch: number;
  /** Unix milliseconds; grows within an epoch when its expiry is renewed. */
  readonly issuedAt: number;
  /** Unix milliseconds after which no page takes it any more. */
  readonly expiresAt: number;
  readonly host: { readonly version: string } | null;
  readonly remotes: readonly RemoteSlot[];
  /** `name@version` of what was rolled back or halted: a page leaves it whatever its swap policy says. */
  readonly withdrawn: readonly string[];
  /** When an open page reloads itself at a navigation: after so many swaps, or beyond so much heap. */
  readonly limits: { readonly swaps: number; readonly heapMiB: number };
  /** Which part of the clients report outcomes and web vitals, of 10,000. */
  readonly telemetry: { readonly outcomes: number; readonly vitals: number };
};

/** A published version lent to one phone for a while. */
export type Preview = {
  readonly schema: 2;
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
