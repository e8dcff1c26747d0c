import { randomUUID } from 'node:crypto';
import type { CallId } from '@tessera/api/contract';
import { makeTrader } from '../src/domains/copytrading/applications.ts';
import { writeCampaign } from '../src/domains/coupons/store.ts';
import { boxStage } from './box-stage.ts';
import { addProduct, fundHouse } from './invest-stage.ts';
import { launchStage } from './launch-stage.ts';
import { nftStage } from './nft-stage.ts';
import { createOptionStage, type OptionStage, PAY_PASSWORD } from './option-stage.ts';
import { beginIdsAt, digestsOf, fillEmptyTables, type OwnedTables, ownedTables, valuesOf } from './owned-rows.ts';
import { signUp } from './people.ts';
import { askQuestion } from './quiz-stage.ts';
import type { TestApp } from './test-app.ts';
import { FIRST_ROWS, languageTexts, type WellUsed, wellUsed } from './well-used.ts';

/* One user who calls, and another whose data no call of the first may show or change. */

/** Two users of everything are many calls: on a busy machine they take longer than any test may. */
export const SETUP_MS = 180_000;
const ANN_IDS = 5_000_000;
const BOB_IDS = 7_000_000;

/** Whether a value is Bob's alone: a word of his, an id, an amount of five digits or more, a random text. */
const isMark = (value: string): boolean =>
  value.includes('bobmedlar') ||
  (/^7\d{6}$/.test(value) && Number(value) >= BOB_IDS) ||
  (/^\d+\.\d+$/.test(value) && value.replace(/\D|^[0.]+/g, '').replace(/0+$/, '').length >= 5) ||
  (/^[\w+/=-]{12,}$/.test(value) && !/^\d+$/.test(value));

/** An amount as the wire has it. */
const plain = (value: string): string => (/^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, '') : value);

const ARTIST_PAGE = ['nft_artist.id', 'nft_artist.code', 'nft_artist.name', 'nft_artist.avatar', 'nft_artist.cover'];
const TRADER_PAGE = ['user_account.nickname', 'user_account.signature', 'user_account.avatar'];

/** The columns of Bob that a call shows by design. */
const CHAT = ['chat_message.body', 'chat_message.client_id', 'chat_member.handle', 'user_account.nickname'];
const SHOWN_BY_DESIGN: Readonly<Partial<Record<CallId, readonly string[]>>> = {
  // Nodes beside one's own path have sums; the nearest is that of a neighbour, who is another one each day and not named.
  'GET /proofs/balance': ['ledger_account.balance'],
  // A trader who is copied has a public page.
  'GET /follow/index': TRADER_PAGE,
  'GET /follow/traderDetail': TRADER_PAGE,
  // So have artists.
  'GET /bind_box/getArtist': ARTIST_PAGE,
  'GET /bind_box/getArtistDetail': ARTIST_PAGE,
  // A room shows its messages with their authors.
  'GET /chat/rooms': CHAT,
  'GET /chat/room': CHAT,
  'GET /chat/messages': CHAT,
};

export type TwoUsers = {
  readonly stage: OptionStage;
  readonly ann: WellUsed;
  readonly bob: WellUsed;
  /** Tables that could not be given a row of Bob's, with the reason. */
  readonly empty: Readonly<Record<string, string>>;
  /** What identifies something of Bob's. */
  readonly ids: readonly string[];
  /** What is Bob's alone. */
  readonly marks: readonly string[];
  /** Bob's values by `table.column`. */
  readonly his: ReadonlyMap<string, ReadonlySet<string>>;
  /** The marks of Bob that a response shows, the request did not contain, and the call does not show by design. */
  shownIn(callId: CallId, text: string, sent: string): readonly string[];
  /** Everything that is Ann's by now, also what she was sent by way of Bob's ids. */
  hers(): Promise<ReadonlySet<string>>;
  /** Digests of Bob's rows, by table. */
  rows(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
};

/** A campaign whose coupons users take by themselves. Returns its id. */
async function openCampaign(app: TestApp): Promise<number> {
  await fundHouse(app, 'promotions', 'USDT', '1000');
  await app.database.transaction((tx) =>
    writeCampaign(
      tx,
      {
        name: 'two-users',
        kind: 'fee_discount',
        titles: languageTexts('coupon'),
        rate: '0.1',
        currency: 'USDT',
        amount: '5',
        volume: null,
        min_level: 0,
        valid_days: 366,
        supply: 10,
        open: true,
        demonstration: false,
        ends_at: null,
      },
      app.now(),
    ),
  );
  const [row] = await app.database.query<{ id: number }>("select id from coupon_campaign where name = 'two-users'");
  if (!row) throw new Error('no campaign was written');
  return row.id;
}

export async function createTwoUsers(): Promise<TwoUsers> {
  const stage = await createOptionStage();
  const { app } = stage;
  const { database } = app;
  await stage.record(30, 6_000_000, ['BTC/USDT', 'BTC/USDT-PERP']);
  await app.turn();
  const tables: OwnedTables = await ownedTables(database);
  const trader = await signUp(app, { level: 2 });
  await database.transaction((tx) => makeTrader(tx, trader.id, { at: app.now() }));
  await launchStage(app).sale();
  await boxStage(app).series();
  const market = nftStage(app);
  await market.sale((await market.work({ editions: 9 })).id);
  const ann = await wellUsed(stage, tables, { mark: 'annquince', firstId: ANN_IDS, sign: 31 });
  const bob = await wellUsed(stage, tables, { mark: 'bobmedlar', firstId: BOB_IDS, sign: 47 });
  await fundHouse(app, 'interest', 'USDT', '1000');
  const deposit = await addProduct(app, { section: 'demand', share_size: '1' });
  for (const [{ token }, num] of [
    [ann, '13.13579'],
    [bob, '14.24681'],
  ] as const) {
    await app.ok(
      'POST /dual/buyDemand',
      { id: deposit, num, key: PAY_PASSWORD },
      { token, idempotencyKey: randomUUID() },
    );
  }
  // A round that both have bet on, and a question that each may dispute.
  if ((await stage.jobs.turn('quiz-schedule')) !== 'done') throw new Error('no round was created');
  const { list, now } = await app.ok('GET /quiz/rounds', { kind: 'realtime', symbol: 'BTC/USDT' });
  const round = list.find(({ opens_at, closes_at }) => opens_at <= now && now < closes_at);
  for (const [{ token }, number] of [
    [ann, '13.135797'],
    [bob, '14.246813'],
  ] as const) {
    await app.ok(
      'POST /quiz/bet',
      { round_id: round?.id as string, outcome: 1, number, key: PAY_PASSWORD },
      { token, idempotencyKey: randomUUID() },
    );
  }
  await askQuestion(app);
  const campaign_id = await openCampaign(app);
  for (const { token } of [ann, bob]) {
    await app.ok('POST /user/coupon/claim', { campaign_id }, { token, idempotencyKey: randomUUID() });
  }
  // Rows that a job writes, and in all other tables one by its columns; of each user the ids are told apart.
  for (const job of ['proofs-publish', 'wallet-snapshots', 'referral-book']) await stage.jobs.turn(job);
  const fill = async (user: WellUsed, first: number, sign: number) => {
    await beginIdsAt(database, tables, first + FIRST_ROWS);
    // Its number is there in one form only, which no filler knows.
    const card = {
      real_name: `${user.mark} doe`,
      card_number: `62220202000000${sign}`,
      bank_name: `${user.mark} bank`,
      province_city: `${user.mark} city`,
      branch: `${user.mark} branch`,
      phone: `+86 10 123456${sign}`,
    };
    await app.ok('POST /user/cash_save', { ...card, key: PAY_PASSWORD }, { token: user.token });
    // A resale that is over: its columns depend on each other.
    await database.query(
      `with work as (select id from nft_work order by id limit 1),
       item as (
         insert into nft_item (work_id, edition, code, owner_id, acquired_at, created_at)
         select id, $2, $3, $1, $4, $4 from work returning id, work_id, code)
       insert into nft_sale (work_id, item_id, code, latest, sale_type, resale, seller_id, currency, scale, price, stock, ask,
                             worth, start_at, state, fee_bp, royalty_bp, forfeit_bp, proceeds, created_at, closed_at)
       select work_id, id, code, false, 'normal', true, $1, 'USDT', 6, 9.13579, 1, 9.13579, 9.13579, $4, 'unsold', 250, 500,
              5000, 8.13579, $4, $4 from item`,
      [user.id, sign, `${user.mark}-work`, new Date(app.now())],
    );
    // A deposit that was reversed, and what was owed of it: their columns depend on each other as well.
    await database.query(
      `with deposit as (
         insert into chain_deposit (chain, txid, part, user_id, address, currency, network, contract, units, amount, unplaced_at,
                                    state, credits, seen_at, credited_at)
         values ('ethereum', $2, $3, $1, $3, 'USDT', 'ERC20', $3, 9135790, 9.13579, 7, 'reversed', 1, $4, $4) returning id)
       insert into deposit_debt (deposit_id, credit, user_id, currency, amount, covered, created_at)
       select id, 1, $1, 'USDT', 9.13579, 9.13579, $4 from deposit`,
      [user.id, String(sign).repeat(32), `${user.mark}-chain`, new Date(app.now())],
    );
    // A transaction that was credited to another user before: its key has two columns.
    await database.query(
      `with spent as (insert into deposit_transaction (chain, txid) values ('tron', $2) returning chain, txid)
       insert into deposit_transaction_other (chain, txid, user_id, claim_id)
       select chain, txid, $1, (select min(id) from deposit_claim where user_id = $1) from spent`,
      [user.id, String(sign).repeat(32)],
    );
    // A removal of lost factors that was not approved: it belongs to a change of staff.
    await database.query(
      `with change as (
         insert into staff_change (call, input, hash, summary, reason, state, proposed_by, proposed_at, expires_at, ended_at)
         select 'POST /staff/users/remove_factors', '{}', $2, $2, $2, 'expired', id, $3, $3, $3
           from staff_member order by id limit 1 returning id)
       insert into factor_removal (change_id, user_id, closed_at) select id, $1, $3 from change`,
      [user.id, `${user.mark}-removal`, new Date(app.now())],
    );
    return fillEmptyTables(database, tables, { ...user, sign, beside: trader.id });
  };
  await fill(ann, ANN_IDS, 31);
  const empty = await fill(bob, BOB_IDS, 47);
  // What is made from here on is not his.
  await beginIdsAt(database, tables, 9_000_000);
  const [hers, his] = [await valuesOf(database, tables, ann), await valuesOf(database, tables, bob)];
  const own = [...his].flatMap(([column, values]) => [...values].filter((value) => !hers.get(column)?.has(value)));
  const marks = [...new Set(own.map(plain).filter(isMark))];
  const [number = '', other = ''] = marks.filter((value) => /^70001\d\d$/.test(value)).sort();
  const keys = [...his].flatMap(([column, [value = '']]) => {
    const [table = '', name = ''] = column.split('.');
    const found = tables.get(table)?.columns.find((each) => each.name === name);
    const names = (found?.key && /^(text|uuid)$/.test(found.type)) || /^(email|mobile)$/.test(name);
    return names && value.length > 6 && !hers.get(column)?.has(value) ? [value] : [];
  });
  const [upload = ''] = his.get('upload.name') ?? [];
  return {
    stage,
    ann,
    bob,
    empty,
    his,
    marks,
    ids: [...new Set([number, other, bob.id, ...keys, `/api/uploads/${upload}`])],
    shownIn: (callId, text, sent) =>
      marks.filter((mark) => {
        const at = text.indexOf(mark);
        if (
          at < 0 ||
          sent.includes(mark) ||
          (SHOWN_BY_DESIGN[callId] ?? []).some((column) => his.get(column)?.has(mark))
        ) {
          return false;
        }
        return !/^[\d.]+$/.test(mark) || !/[\d.]/.test((text[at - 1] ?? '') + (text[at + mark.length] ?? ''));
      }),
    hers: async () => new Set([...(await valuesOf(database, tables, ann)).values()].flatMap((all) => [...all])),
    rows: () => digestsOf(database, tables, bob),
    close: () => stage.close(),
  };
}
