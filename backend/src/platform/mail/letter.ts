import { languageCodes } from '@tessera/api/rules';
import * as z from 'zod/mini';
import { phraseLine } from './phrase.ts';

/** A message by its parts: the picture of a mail, its text and an SMS are all made of them. */
export const letterSchema = z.object({
  language: z.enum(languageCodes),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** Stands in a paragraph, and is shown large besides. */
  code: z.optional(z.string()),
  /** The sentence that leads to it, and where it leads. */
  link: z.optional(z.object({ text: z.string(), action: z.string(), href: z.string() })),
  /** What the user chose, by which they tell our mail from others'. */
  phrase: z.nullable(z.string()),
});
export type Letter = z.output<typeof letterSchema>;

/** The text part of a mail, and an SMS. */
export function letterText({ language, paragraphs, link, phrase }: Letter): string {
  const parts = [...paragraphs, ...(link ? [`${link.text}\n${link.href}`] : [])];
  return [...parts, ...(phrase === null ? [] : [phraseLine(phrase, language)])].join('\n\n');
}
