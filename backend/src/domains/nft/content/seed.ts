import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Localised } from '@tessera/api/kit/localised';
import type { Media } from '@tessera/api/nft';
import type { Rarity } from '@tessera/api/nft/rules';
import type { Database } from '../../../platform/db/database.ts';
import { inEveryLanguage } from '../artists/store.ts';
import { SEEDED_FOLDER } from '../media/files.ts';
import { searchOf } from '../search.ts';
import propertyNames from './property-names.json' with { type: 'json' };
import propertyValues from './property-values.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };

/* Artists, collections and works of the demonstration, as `tools/nft-art` drew them. Titles are proper names. */

type Content = readonly {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
  readonly cover: string;
  readonly collections: readonly { readonly id: string; readonly name: string }[];
  readonly works: readonly {
    readonly id: string;
    readonly title: string;
    readonly collection: string;
    readonly rarity: Rarity;
    readonly properties: readonly (readonly [name: string, value: string])[];
    readonly media: Media;
  }[];
}[];

const textsOf: Readonly<Record<string, { readonly biography: Localised; readonly series: Localised }>> = texts;
const namesOf: Readonly<Record<string, Localised>> = propertyNames;
/** Numbers and proper names are the same in all languages. */
const valuesOf: Readonly<Record<string, Localised>> = propertyValues;

/** Basis points that the artists ask of resales, in turn. */
const ROYALTIES = [500, 750, 1_000] as const;
/** Editions of common works, in turn; every second rare one has ten, and what is rarer is unique. */
const COMMON = [20, 50, 100] as const;

function editionsOf(rarity: Rarity, index: number): number {
  if (rarity === 'common') return COMMON[index % COMMON.length] ?? 1;
  return rarity === 'rare' && index % 2 === 0 ? 10 : 1;
}

const artistCode = (id: string): string => `house-${id}`;
const collectionCode = (id: string): string => `house-${id}`;
const workCodeOf = (artist: string, work: string): string => `${artist}-${work}`.toUpperCase();

function textOf(artist: string) {
  const found = textsOf[artist];
  if (!found) throw new Error(`${artist} has no texts`);
  return found;
}

/** What a start brings into an installation that is a demonstration, once; what is there stays as it is. */
export async function seedContent(database: Database, now: number): Promise<void> {
  const [known] = await database.query<{ works: number }>(
    `select count(*)::int as works from nft_work w join nft_artist a on a.id = w.artist_id where a.code like 'house-%'`,
  );
  const content = JSON.parse(readFileSync(join(SEEDED_FOLDER, 'content.json'), 'utf8')) as Content;
  if (known && known.works >= content.flatMap(({ works }) => works).length) return;
  const artists = content.map(({ id, name, avatar, cover }) => ({
    code: artistCode(id),
    name,
    biographies: textOf(id).biography,
    avatar,
    cover,
  }));
  const collections = content.flatMap(({ id: artist, cover, collections: of }) =>
    of.map(({ id, name }) => ({
      code: collectionCode(id),
      artist: artistCode(artist),
      names: inEveryLanguage(name),
      descriptions: textOf(artist).series,
      cover,
    })),
  );
  const works = content.flatMap(({ id: artist, name, collections: of, works: all }, artistIndex) =>
    all.map(({ id, title, collection, rarity, properties, media }, index) => {
      const series = of.find((each) => each.id === collection)?.name ?? '';
      return {
        code: workCodeOf(artist, id),
        artist: artistCode(artist),
        collection: collectionCode(collection),
        type: media.type,
        names: inEveryLanguage(title),
        descriptions: textOf(artist).series,
        properties: properties.map(([property, value]) => ({
          name: namesOf[property] ?? inEveryLanguage(property),
          value: valuesOf[value] ?? inEveryLanguage(value),
        })),
        rarity,
        media,
        royalty_bp: ROYALTIES[artistIndex % ROYALTIES.length],
        editions: editionsOf(rarity, index),
        ...searchOf([title, name, series]),
      };
    }),
  );
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into nft_artist (code, name, biographies, avatar, cover, created_at)
       select a.code, a.name, a.biographies, a.avatar, a.cover, $2
         from jsonb_to_recordset($1) as a (code text, name text, biographies jsonb, avatar text, cover text)
       on conflict (code) do nothing`,
      [JSON.stringify(artists), new Date(now)],
    );
    await tx.query(
      `insert into nft_collection (code, artist_id, names, descriptions, cover, created_at)
       select c.code, a.id, c.names, c.descriptions, c.cover, $2
         from jsonb_to_recordset($1) as c (code text, artist text, names jsonb, descriptions jsonb, cover text)
         join nft_artist a on a.code = c.artist
       on conflict (code) do nothing`,
      [JSON.stringify(collections), new Date(now)],
    );
    await tx.query(
      `insert into nft_work (code, artist_id, collection_id, type, names, descriptions, properties, rarity, media,
                             royalty_bp, editions, search, grams, created_at)
       select w.code, a.id, c.id, w.type, w.names, w.descriptions, w.properties, w.rarity, w.media, w.royalty_bp,
              w.editions, w.search, w.grams, $2
         from jsonb_to_recordset($1) as w (code text, artist text, collection text, type text, names jsonb,
              descriptions jsonb, properties jsonb, rarity text, media jsonb, royalty_bp integer, editions integer,
              search text, grams text[])
         join nft_artist a on a.code = w.artist
         join nft_collection c on c.code = w.collection
       on conflict (code) do nothing`,
      [JSON.stringify(works), new Date(now)],
    );
  });
}
