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
      // What is replied to, marked as in a mail of plain text: the user may have written between its parts.
      { selector: 'blockquote', format: 'blockquote', options: { trimEmptyLines: true } },
      { selector: 'a', options: { ignoreHref: true } },
    ],
  });

const isQuoted = (line: string): boolean => line.startsWith('>');

/** A line between a reply and the whole mail below it: `-----Original Message-----`, `________`. */
const DIVIDER = /^(?:-{2,}\s*\p{L}[\p{L}\p{M}’' ]{2,30}\s*-{2,}|_{10,})$/u;
/** A line of the head of that mail, in the languages of the product: `From:`, `Gesendet:`. */
const HEADER =
  /^\*?(?:from|sent|to|date|subject|von|gesendet|an|datum|betreff|de|envoyé|à|objet|enviado|para|fecha|asunto|nga|dërguar|për|data|tema|差出人|送信日時|宛先|日時|件名|보낸\s?사람|보낸\s?날짜|받는\s?사람|제목|发件人|发送时间|收件人|主题|寄件者|寄件人|傳送時間|收件者|主旨|จาก|ส่ง|ถึง|เรื่อง)\s?\*?[:：]/iu;
/** `On Monday, … wrote:` before quoted lines, over up to three lines. */
const INTRODUCTION_BEGINS = /^(?:on|am|le|el|më|在|於|เมื่อ|\d{4}\s?[-/.年년])/iu;
const INTRODUCTION_ENDS = /[:：]$/;
/** It names when, who, or that something was written. */
const INTRODUCES = /\d|@|wrote|schrieb|écrit|escribió|shkroi|写道|寫道|작성|เขียน/;
const INTRODUCTION_LINES = 3;

/** Where a whole mail begins that stands unmarked below a reply: a divider or a blank line, and two lines of its head. */
function historyAt(lines: readonly string[]): number {
  return lines.findIndex((line, at) => {
    if (!DIVIDER.test(line) && (at === 0 || lines[at - 1] !== '' || !HEADER.test(line))) return false;
    return lines.slice(at, at + 5).filter((each) => HEADER.test(each)).length >= 2;
  });
}

/** Without the line that introduces a quotation. What could be the user's own is kept. */
function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1) ?? '';
  if (!INTRODUCTION_ENDS.test(last)) return lines;
  for (let count = 1; count <= INTRODUCTION_LINES; count += 1) {
    const taken = lines.slice(-count);
    if (taken.includes('')) break;
    if (INTRODUCTION_BEGINS.test(taken[0] ?? '') && INTRODUCES.test(taken.join(' '))) return lines.slice(0, -count);
  }
  return /@|\d{4}/.test(last) ? lines.slice(0, -1) : lines;
}

const trimmed = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

/**
 * Without what is replied to, which ends a mail: quoted lines between which the user has written stay, since they say what
 * each answer is to. A mail of quotes alone is kept.
 */
function withoutQuotes(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const history = historyAt(lines);
  const said = trimmed(history === -1 ? lines : lines.slice(0, history));
  const own = said.findLastIndex((line) => line !== '' && !isQuoted(line));
  const kept = own === said.length - 1 ? said : trimmed(withoutIntroduction(trimmed(said.slice(0, own + 1))));
  const words = kept.join('\n').trim();
  return words === '' ? text : words;
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
