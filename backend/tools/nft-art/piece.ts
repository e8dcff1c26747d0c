/** Uncompressed pixels, three bytes each. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** What an artist hands in; a drawing is SVG text or pixels. */
export type Drawing = string | Pixels;

type Named = {
  /** Lower case, unique. */
  readonly id: string;
  readonly title: string;
  readonly collection: string;
  readonly rarity: 'common' | 'rare' | 'epic' | 'legendary';
  /** Trait and value, as ERC-721 metadata names them. */
  readonly properties: readonly (readonly [string, string])[];
};

export type Image = Named & { readonly kind: 'image'; readonly draw: () => Drawing };
/** `step` draws one frame of a loop. */
export type Loop = Named & {
  readonly kind: 'gif' | 'video';
  readonly frames: number;
  readonly perSecond: number;
  readonly step: (frame: number) => Drawing;
};
/** Two channels from -1 to 1; the cover is drawn from its loudness. */
export type Track = Named & {
  readonly kind: 'audio';
  readonly play: () => { readonly rate: number; readonly left: Float32Array; readonly right: Float32Array };
  readonly cover: (peaks: readonly number[]) => Drawing;
};
export type Work = Image | Loop | Track;

export type Artist = {
  readonly id: string;
  readonly name: string;
  readonly collections: readonly { readonly id: string; readonly name: string }[];
  readonly avatar: () => Drawing;
  /** Three times as wide as high. */
  readonly cover: () => Drawing;
  readonly works: readonly Work[];
};

/** An SVG of this size. */
export const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

/** Two decimals: what the eye can see, in a tenth of the text. */
export const n = (value: number): string => value.toFixed(2);
