/** A piece of a message: text as it is, or an address or screen of the app that it names. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'screen'; readonly text: string };

/** Controls other than line ends, characters that are not seen, and those that turn the direction of what follows. */
const UNSEEN =
  /[^\P{Cc}\n]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Joins the parts of an emoji, and letters of Persian and Indic scripts. */
const JOINER = '\u200d';
/** Marks on one letter beyond what any language puts there: they would cover the lines around it. */
const HEAPED_MARKS = /(\p{M}{4})\p{M}+/gu;
const MANY_LINES = /\n{3,}/g;

/** What is shown of a text that another user wrote: nothing in it changes what stands beside it. */
export const shownText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (each) => (each === JOINER ? each : ''))
    .replace(HEAPED_MARKS, '$1')
    .replace(MANY_LINES, '\n\n');

const NAMED = /https:\/\/[^\s<>"']{3,500}|\/pages\/[A-Za-z_-]+\/[A-Za-z0-9_-]+(?:\?[\w=&.%-]{1,200})?/gu;
/** A path of a screen; whether it is one of ours is for the link to tell. */
const SCREEN = /^\/pages\//;
/** Ends a sentence, not an address. */
const TRAILING = /[.,;:!?)\]}，。；：！？）]+$/u;

function pieceOf(text: string): Piece {
  if (SCREEN.test(text)) return { kind: 'screen', text };
  const url = URL.canParse(text) ? new URL(text) : null;
  // A name before the host is made to look like the host.
  if (url === null || url.username !== '' || url.password !== '') return { kind: 'text', text };
  // The host as it is looked up: letters of other scripts stand as `xn--`, so that a name that only looks like ours does not.
  return { kind: 'link', text: url.href, href: url.href };
}

/**
 * The pieces of a message. Addresses and screens are links only in messages of staff (`links`); in all others they are
 * text like any other.
 */
export function piecesOf(message: string, { links }: { readonly links: boolean }): readonly Piece[] {
  const text = shownText(message);
  if (!links) return [{ kind: 'text', text }];
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(NAMED)) {
    const named = found.replace(TRAILING, '');
    if (index > from) pieces.push({ kind: 'text', text: text.slice(from, index) });
    pieces.push(pieceOf(named));
    from = index + named.length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
