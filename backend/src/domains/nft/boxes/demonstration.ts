import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Localised } from '@tessera/api/kit/localised';
import { languageCodes } from '@tessera/api/rules';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { DomainError } from '../../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../../platform/jobs/job.ts';
import { InsufficientBalance } from '../../../platform/ledger/index.ts';
import { textsIn } from '../../../platform/texts.ts';
import { collectorsOf } from '../demonstration.ts';
import type { NftMarket } from '../judge.ts';
import { searchOf } from '../search.ts';
import { openBox } from './open.ts';
import { buyBoxes } from './purchase.ts';
import { createSeries, type SeriesParts } from './series.ts';
import en from './texts/en.json' with { type: 'json' };

/*
 * Series that go on by themselves: one on sale, the next one announced. Collectors buy boxes of it with random seeds and
 * open most of them: of one in two series all, of the others some.
 */

const DAY = 86_400_000;
/** ms that a series is on sale. */
export const TURN = 3 * DAY;
const COUNTS = [1, 4, 10, 25] as const;
const RARITIES = ['legendary', 'epic', 'rare', 'common'] as const;
const BOXES = 40;
const PRICE = '15';

const TEXTS = textsIn(join(import.meta.dirname, 'texts'), en);

type Parts = SeriesParts & { readonly database: Database; readonly market: NftMarket };

type Shown = { readonly id: string; readonly names: Localised; readonly artist: string };

const inEach = (nameIn: (code: keyof Localised) => string): Localised =>
  Object.fromEntries(languageCodes.map((code) => [code, nameIn(code)])) as Localised;

/**
 * Makes the works of a turn from what the house's artists show: editions of their own, named after the turn, as the only
 * edition of a work stays the only one. Returns whether there are enough.
 */
async function makeWorks(tx: Transaction, turn: number, at: number): Promise<boolean> {
  const works = await tx.query<Shown>(
    `select w.id, w.names, a.name as artist from nft_work w join nft_artist a on a.id = w.artist_id
      where a.user_id is null and a.shown and w.shown and not w.blind_box and w.code not like 'BOX-%'
      order by (w.id * 7919 + $1::bigint * 104729) % 1009, w.id limit $2`,
    [turn, COUNTS.length],
  );
  const [first] = works;
  if (!first || works.length < COUNTS.length) return false;
  type Copy = { readonly code: string; readonly names: Localised; readonly rarity: string; readonly editions: number };
  const copy = ({ id, artist }: Shown, { code, names, rarity, editions }: Copy, isBox: boolean) => {
    const { search, grams } = searchOf([...Object.values(names), artist]);
    return tx.query(
      `insert into nft_work (code, artist_id, type, names, descriptions, properties, rarity, media, royalty_bp, editions,
                             blind_box, search, grams, created_at)
       select $2, artist_id, type, $5, descriptions, properties, $3, media, royalty_bp, $4, $6, $7, $8, $9
         from nft_work where id = $1`,
      [id, code, rarity, editions, JSON.stringify(names), isBox, search, grams, new Date(at)],
    );
  };
  const names = inEach((code) => `${TEXTS[code].name} ${turn}`);
  await copy(first, { code: `BOX-${turn}`, names, rarity: 'rare', editions: BOXES }, true);
  for (const [place, work] of works.entries()) {
    const named = {
      code: `BOX-${turn}-${'ABCD'[place]}`,
      names: inEach((code) => `${work.names[code]} ${turn}`),
      rarity: RARITIES[place] ?? 'common',
      editions: COUNTS[place] ?? 1,
    };
    await copy(work, named, false);
  }
  return true;
}

async function openTurn(tx: Transaction, turn: number, parts: Parts, at: number): Promise<void> {
  const [known] = await tx.query('select 1 as one from nft_series where demonstration = $1', [`turn:${turn}`]);
  if (known || !(await makeWorks(tx, turn, at))) return;
  const input = {
    code: `BOX-${turn}`,
    inventory: COUNTS.map((count, place) => ({ code: `BOX-${turn}-${'ABCD'[place]}`, count })),
    currency: 'USDT',
    price: PRICE,
    start_time: turn * TURN,
    end_time: (turn + 1) * TURN,
    demonstration: `turn:${turn}`,
  };
  await createSeries(tx, input, parts, at);
}

/** One turn of the job. What cannot be done now is tried at the next. */
export async function demonstrateBoxes(
  parts: Parts,
  { fence, signal }: Pick<JobRun, 'fence' | 'signal'>,
): Promise<void> {
  const { database, market, seeds } = parts;
  const now = market.now();
  const turn = Math.floor(now / TURN);
  const attempt = async (work: (tx: Transaction) => Promise<unknown>): Promise<void> => {
    if (signal.aborted) return;
    try {
      await database.transaction(async (tx) => {
        await fence(tx);
        await work(tx);
      });
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof InsufficientBalance)) throw error;
    }
  };
  for (const each of [turn, turn + 1]) await attempt((tx) => openTurn(tx, each, parts, now));
  const collectors = await collectorsOf(database);
  const [series] = await database.query<{ sold: number }>(
    'select s.sold from nft_series r join nft_sale s on s.id = r.sale_id where r.demonstration = $1',
    [`turn:${turn}`],
  );
  const due = Math.floor(((now % TURN) / TURN) * BOXES * (turn % 2 === 0 ? 1.3 : 0.6));
  const buyer = collectors[(series?.sold ?? 0) % Math.max(1, collectors.length)];
  if (series && buyer && series.sold < Math.min(BOXES, due)) {
    const number = Math.min(10, Math.min(BOXES, due) - series.sold);
    const input = { code: `BOX-${turn}`, price: PRICE, number, seed: randomBytes(16).toString('hex') };
    await attempt((tx) => buyBoxes(tx, buyer, input, market));
  }
  const closed = await database.query<{ code: string; user_id: string }>(
    `select i.code, b.user_id from nft_box b join nft_item i on i.id = b.item_id
      where b.state = 'closed' and b.user_id = any($1::bigint[]) and b.number % 4 <> 0 order by b.paid_at limit 10`,
    [collectors.map(({ id }) => id)],
  );
  for (const { code, user_id } of closed) await attempt((tx) => openBox(tx, user_id, code, { seeds, now: market.now }));
}

export const boxDemonstration = (parts: Parts): RecurringJob => ({
  name: 'nft-box-demonstration',
  every: 60_000,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  run: (run) => demonstrateBoxes(parts, run),
});
