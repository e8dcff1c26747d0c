import { MESSAGE_LENGTH } from '@tessera/api/support/rules';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';

/* What a mail says, as the text of a message. Everything here was written by a stranger. */

/** Bytes that are parsed: the words of a mail come before its attachments. */
const PARSED = 262_144;
/** Parts beyond which a mail is no mail: each costs the parser time. */
const MOST_PARTS = 200;
const DEEPEST = 20;
/** Names of attachments that are told. */
const MOST_NAMES = 5;
const NAME_LENGTH = 80;

/** Null for what cannot be a mail. `raw` may be cut short. */
export async function parseMail(raw: Buffer): Promise<Email | null> {
  const head = raw.subarray(0, PARSED);
  // Counted before they are parsed.
  if (head.toString('latin1').split('\n--', MOST_PARTS + 1).length > MOST_PARTS) return null;
  try {
    return await PostalMime.parse(head, {
      maxNestingDepth: DEEPEST,
      maxHeadersSize: PARSED,
      maxRfc822NestingDepth: 1,
      rfc822Attachments: true,
    });
  } catch {
    return null;
  }
}

const textOfHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: PARSED, maxDepth: 50, maxChildNodes: 1_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      // What is replied to.
      { selector: 'blockquote', format: 'skip' },
      { selector: '.gmail_quote', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });

/** Begins what is replied to: our own words, or how mail programs introduce them. */
const QUOTED = [/^>/, /^-{2,} ?original message ?-{2,}$/i, /^_{10,}$/];
/** `On Monday, … wrote:` before quoted lines, in whatever language. */
const INTRODUCTION = /:$/;

/** The lines before what is replied to. A mail of quotes alone keeps them: the user may have written between them. */
function withoutQuotes(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => QUOTED.some((pattern) => pattern.test(line)));
  if (first === -1) return text;
  const before = lines.slice(0, first);
  while (before.at(-1) === '') before.pop();
  if (INTRODUCTION.test(before.at(-1) ?? '')) before.pop();
  const kept = before.join('\n').trim();
  return kept === '' ? text : kept;
}

/** Controls, characters that are not seen, and those that turn the direction of what follows. */
const UNSEEN = /[^\P{C}\n]|[\u115f\u1160\u2800\u3164\uffa0]/gu;

/** As a user could have typed it: messages have no markup, and nothing in them that is not seen. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, '')
    .replace(/<(?=[a-z/!?])/gi, '< ')
    // By lines: an expression for the blanks at their ends takes the square of a long row of blanks.
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** What a mail says, and the names of what was attached; empty where it says nothing. */
export function wordsOf({ text, html, attachments }: Pick<Email, 'text' | 'html' | 'attachments'>): string {
  const said = plain(withoutQuotes(plain(text?.trim() ? text : html ? textOfHtml(html) : '')));
  const names = attachments.slice(0, MOST_NAMES).map(
    ({ filename, mimeType }) =>
      `📎 ${plain(filename ?? mimeType)
        .replaceAll('\n', ' ')
        .slice(0, NAME_LENGTH)}`,
  );
  const below = names.length > 0 ? `\n\n${names.join('\n')}` : '';
  const room = MESSAGE_LENGTH - below.length;
  return `${said.length > room ? `${said.slice(0, room - 1)}…` : said}${below}`.trim();
}
