import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { z } from 'zod';
import type { Database } from '../../platform/db/database.ts';
import { items, type Kind } from './catalogue.ts';

export type Text = { readonly title: string; readonly lead: string; readonly body: string };
export type Texts = Readonly<Record<Kind, Readonly<Record<string, Text>>>>;

const words = z.string().trim().min(1);
const article = z
  .strictObject({ title: words, abstract: words, content: words })
  .transform(({ title, abstract, content }): Text => ({ title, lead: abstract, body: content }));
const question = z
  .strictObject({ topic: words, question: words, answer: words })
  .transform(({ topic, question, answer }): Text => ({ title: question, lead: topic, body: answer }));
const page = z
  .strictObject({ title: words, content: words })
  .transform(({ title, content }): Text => ({ title, lead: '', body: content }));
const banner = z
  .strictObject({ title: words, abstract: words })
  .transform(({ title, abstract }): Text => ({ title, lead: abstract, body: abstract }));
const entry = words.transform((title): Text => ({ title, lead: '', body: '' }));

const file = z.strictObject({
  news: z.record(z.string(), article),
  banner: z.record(z.string(), banner),
  help: z.record(z.string(), article),
  faq: z.record(z.string(), question),
  page: z.record(z.string(), page),
  message: z.record(z.string(), article),
  menu: z.record(z.string(), entry),
});

export const readTexts = (language: LanguageCode): Texts =>
  file.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'seed', `${language}.json`), 'utf8')));

/** Writes down what the platform comes with. Texts that staff wrote stay; those that the seed wrote follow the seed. */
export async function seedContent(database: Database, now: number): Promise<void> {
  const texts = languageCodes.flatMap((language) => {
    const all = readTexts(language);
    return items.flatMap(({ kind, key }) => {
      const text = all[kind][key];
      return text ? [{ kind, key, language, ...text }] : [];
    });
  });
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into content_item (kind, key, position, at, cover, link, section)
       select kind, key, coalesce(position, 0), at, cover, link, section
         from jsonb_to_recordset($1) as i
              (kind text, key text, position int, at timestamptz, cover text, link text, section text)
       on conflict (kind, key) do update
          set section = excluded.section, link = excluded.link, position = excluded.position
        where content_item.kind = 'help' and content_item.section is null`,
      [JSON.stringify(items.map(({ at, ...item }) => ({ ...item, at: at === undefined ? null : new Date(at) })))],
    );
    await tx.query(
      `insert into content_text as t (item_id, language, title, lead, body, updated_at)
       select i.id, s.language, s.title, s.lead, s.body, $2
         from jsonb_to_recordset($1) as s (kind text, key text, language text, title text, lead text, body text)
         join content_item i using (kind, key)
         left join content_text t on t.item_id = i.id and t.language = s.language
        -- What stands already is left out before its index for searching is computed.
        where t.item_id is null or not t.edited and (t.title, t.lead, t.body) is distinct from (s.title, s.lead, s.body)
       on conflict (item_id, language) do update
          set title = excluded.title, lead = excluded.lead, body = excluded.body, updated_at = excluded.updated_at
        where not t.edited and (t.title, t.lead, t.body) is distinct from (excluded.title, excluded.lead, excluded.body)`,
      [JSON.stringify(texts), new Date(now)],
    );
  });
}
