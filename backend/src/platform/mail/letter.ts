import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import * as z from 'zod/mini';
import { phraseLine } from './phrase.ts';

/** A message by its parts: the picture of a mail, its text and an SMS are all made of them. */
export const letterSchema = z.object({
  language: z.enum(languageCodes),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Stands in a paragraph, and is shown large besides. */
  code: z.optional(z.string()),
  /** What the message is about, figure by figure: behind the paragraphs. */
  rows: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  /** The sentence that leads to it, and where it leads. */
  link: z.optional(z.object({ text: z.string(), action: z.string(), href: z.string() })),
  /** What the user chose, by which they tell our mail from others'. */
  phrase: z.nullable(z.string()),
});
export type Letter = z.output<typeof letterSchema>;

/** The colon behind a label, as the language sets it. */
export const colonOf = (language: LanguageCode): string =>
  language === 'zh' || language === 'hk' || language === 'jp' ? '：' : language === 'fra' ? ' : ' : ': ';

/** The text part of a mail, and an SMS. */
export function letterText({ language, paragraphs, rows = [], link, phrase }: Letter): string {
  const lines = rows.map(({ label, value }) => label + colonOf(language) + value).join('\n');
  const parts = [...paragraphs, ...(lines === '' ? [] : [lines]), ...(link ? [`${link.text}\n${link.href}`] : [])];
  return [...parts, ...(phrase === null ? [] : [phraseLine(phrase, language)])].join('\n\n');
}
