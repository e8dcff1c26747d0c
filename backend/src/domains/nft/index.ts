import type { Output } from '@tessera/api/contract';
import { nftContract } from '@tessera/api/nft/contract';
import { EXTENSION, MAX_DURATION, MAX_LEAD, MIN_DURATION, PAY_WITHIN, ROYALTY_CAP_BP } from '@tessera/api/nft/rules';
import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { leave } from '../../platform/ways/leave.ts';
import { seedSettings } from '../site/index.ts';
import { studioOf } from './artists/index.ts';
import { sellWork } from './artists/sell.ts';
import { placeBid } from './bid.ts';
import { boxDemonstration } from './boxes/demonstration.ts';
import { createBoxes } from './boxes/index.ts';
import { buy, payDeposit, payOrder } from './buy.ts';
import { createChain } from './chain/index.ts';
import { closeJob } from './close.ts';
import { seedContent } from './content/seed.ts';
import { demonstrationJob } from './demonstration.ts';
import { type Leave, type NftMarket, requireReliable } from './judge.ts';
import { createLive } from './live.ts';
import { cancelResale, cancelSalesOf, resell } from './resell.ts';
import { nftSettings, readTerms } from './settings.ts';
import {
  listMessages,
  listOrders,
  orderOf,
  ordersToPay,
  readMessages,
  setFavourite,
  setFollow,
  unreadOf,
  workIdOf,
} from './store.ts';
import {
  artistView,
  bidView,
  collectionView,
  createLooks,
  detailView,
  type Look,
  messageView,
  orderViews,
  provenanceView,
  workView,
} from './view.ts';
import { volumeJob } from './volume.ts';
import { nftWayTerms } from './way-terms.ts';
import {
  artistOf,
  bidOf,
  bidsOfSale,
  bidsOfUser,
  cardsOfSales,
  type Detail,
  detailOf,
  listArtists,
  listCollections,
  listFavourites,
  listOwned,
  listProvenance,
  listResold,
  listWorks,
} from './works.ts';

const OF_ARTIST = 'artist_id in (select id from nft_artist where user_id = $1)';

async function requireDetail(sql: Sql, code: string, userId: string | null): Promise<Detail> {
  const detail = await detailOf(sql, code, userId);
  if (!detail) throw new DomainError('not_found', { field: 'code' });
  return detail;
}

async function orderView(
  sql: Sql,
  id: string,
  look: Look & { userId: string },
): Promise<Output<'POST /bind_box/payNFTOrder'>> {
  const order = await orderOf(sql, id);
  const [view] = order ? await orderViews(sql, [order], look) : [];
  if (!view) throw new Error(`order ${id} is gone`);
  return view;
}

/** The marketplace: works of artists, sold at a price, by auction and in blind boxes. */
export const nft = defineDomain(nftContract, (dependencies) => {
  const { database: stored, catalogue, feed, now, databaseNow, ports, settings } = dependencies;
  const leaveToUser: Leave = (tx, { value, ...leaving }) =>
    leave(tx, ports, { ...leaving, counts: { limit: 'send', value } });
  const market: NftMarket = { catalogue, feed, ports, now, databaseNow, leave: leaveToUser };
  // Accounts that the exchange itself trades with.
  const own: NftMarket = { ...market, leave: async () => undefined };
  const parts = { database: stored, now };
  // Works without a market belong into demonstrations, never beside prices of real venues.
  const demonstrates = settings.demoUser && feed.source === 'simulated';
  const boxes = createBoxes(dependencies, market);
  const chain = createChain(dependencies);
  const studio = studioOf(dependencies);
  const lookOf = createLooks(dependencies);
  const live = createLive(parts);
  return {
    name: 'nft',
    wayTerms: nftWayTerms,
    addressUse: chain.addressUse,
    userData: {
      nft_artist: OWN_ROWS,
      nft_collection: { rows: OF_ARTIST },
      nft_work: { rows: OF_ARTIST, without: ['search', 'grams'] },
      nft_item: { rows: 'owner_id = $1' },
      nft_sale: { rows: 'seller_id = $1', without: ['top_bidder_id'] },
      nft_order: OWN_ROWS,
      nft_bid: OWN_ROWS,
      nft_favourite: OWN_ROWS,
      nft_follow: OWN_ROWS,
      nft_collector: OWN_ROWS,
      nft_provenance: { rows: 'from_id = $1 or to_id = $1', without: ['from_id', 'to_id'] },
      nft_message: OWN_ROWS,
      ...boxes.userData,
      ...chain.userData,
      ...studio.userData,
    },
    staffSubjects: { ...chain.staffSubjects, ...studio.staffSubjects },
    queues: studio.queues,
    serves: ['POST /bind_box/media'],
    recordKinds: [
      'nft_buy',
      'nft_sale',
      'nft_deposit',
      'nft_deposit_return',
      'nft_royalty',
      'nft_forfeit',
      'nft_box',
      'nft_box_return',
    ],
    closingObstacles: async (sql, userId) => [
      {
        kind: 'order',
        count:
          (await countOf(
            sql,
            `nft_order where user_id = $1 and (status = 'to_pay' or kind = 'deposit' and status = 'paid')`,
            [userId],
          )) + (await countOf(sql, `nft_sale where seller_id = $1 and state in ('open', 'owed', 'offered')`, [userId])),
      },
      {
        kind: 'nft',
        // A withdrawal that the chain rejects gives the item back.
        count: await countOf(
          sql,
          `nft_item i where owner_id = $1 and (withdrawn_at is null or exists
             (select from nft_withdrawal w where w.item_id = i.id and w.state in ('requested', 'sent')))`,
          [userId],
        ),
      },
    ],
    onFreeze: (userId) => cancelSalesOf(stored, userId, now),
    onClose: studio.onClose,
    seed: async () => {
      await seedSettings(
        stored,
        Object.entries(nftSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      );
      if (demonstrates) await seedContent(stored, now());
    },
    liveTopics: [live.topic],
    jobs: [
      closeJob({ ...parts, catalogue }),
      volumeJob({ database: stored }),
      live.job,
      ...boxes.jobs,
      ...chain.jobs,
      ...studio.jobs,
      ...(demonstrates
        ? [
            demonstrationJob({ ...own, database: stored }),
            boxDemonstration({ ...boxes.seriesParts, market, database: stored }),
          ]
        : []),
    ],
    staffCommands: [...boxes.staffCommands, ...chain.staffCommands, ...studio.staffCommands],
    routes(app, limiter) {
      chain.routes(app);
      studio.routes(app, limiter);
    },
    calls: {
      ...boxes.calls,
      ...chain.calls,
      ...studio.calls,
      'GET /bind_box/getBoxList': async ({ database, user, language }, { page, limit, sort, after, ...filters }) => {
        const look = lookOf(user, language);
        const asked = { viewer: look.userId, now: look.now, filters };
        const { rows, total, next } = await listWorks(database, asked, { page, limit, sort, after });
        return { list: rows.map((row) => workView(row, look)), page, limit, total, next };
      },
      'GET /bind_box/getBoxDetail': async ({ database, user, language }, { code }) => {
        const look = lookOf(user, language);
        return detailView(database, await requireDetail(database, code, look.userId), look, user);
      },
      'GET /bind_box/getArtist': async ({ database, user }, { page, limit, keyword }) => {
        const { rows, total } = await listArtists(database, user?.id ?? null, keyword, { page, limit });
        return { list: rows.map(artistView), page, limit, total };
      },
      'GET /bind_box/getArtistDetail': async ({ database, user, language }, { id, page, limit }) => {
        const look = lookOf(user, language);
        const artist = await artistOf(database, look.userId, id);
        if (!artist) throw new DomainError('not_found', { field: 'id' });
        const asked = { viewer: look.userId, now: look.now, filters: { artist_id: id } };
        const { rows, total } = await listWorks(database, asked, { page, limit, sort: 'newest' });
        return {
          list: rows.map((row) => workView(row, look)),
          page,
          limit,
          total,
          artist: { ...artistView(artist), biography: artist.biographies[language] },
        };
      },
      'GET /bind_box/getNftCurrency': async ({ database }) => {
        const { currencies } = await readTerms(database);
        return {
          list: currencies.flatMap((code) => {
            const known = catalogue.current().currencyByCode(code);
            return known?.open ? [{ currency_id: known.id, currency: code, scale: known.scale }] : [];
          }),
        };
      },
      'GET /bind_box/collections': async ({ database, language }, { page, limit, keyword }) => {
        const { rows, total } = await listCollections(database, now(), keyword, { page, limit });
        return { list: rows.map((row) => collectionView(row, language)), page, limit, total };
      },
      'GET /bind_box/provenance': async ({ database, user }, { code, page, limit }) => {
        const { work_id: workId, item_id: itemId } = await requireDetail(database, code, user?.id ?? null);
        const { rows, total } = await listProvenance(database, { workId, itemId }, { page, limit });
        return { list: rows.map(provenanceView), page, limit, total };
      },
      'GET /bind_box/terms': async ({ database }) => {
        const { feeBp, forfeitBp, depositBp } = await readTerms(database);
        return {
          fee_bp: feeBp,
          royalty_cap_bp: ROYALTY_CAP_BP,
          forfeit_bp: forfeitBp,
          deposit_bp: depositBp,
          pay_within: PAY_WITHIN,
          extension: EXTENSION,
          min_duration: MIN_DURATION,
          max_duration: MAX_DURATION,
          max_lead: MAX_LEAD,
        };
      },
      'GET /bind_box/getCollection': async ({ database, user, language }, { page, limit }) => {
        const { rows, total } = await listFavourites(database, user.id, { page, limit });
        const look = lookOf(user, language);
        return { list: rows.map((row) => workView(row, look)), page, limit, total };
      },
      'POST /bind_box/collect': async ({ database, user }, { code, collected }) => {
        const workId = await workIdOf(database, code);
        if (workId === null) throw new DomainError('not_found', { field: 'code' });
        await setFavourite(database, user.id, workId, collected, now());
        return { collected };
      },
      'POST /bind_box/follow': async ({ database, user }, { id, followed }) => {
        const followers = await database.transaction((tx) => setFollow(tx, user.id, id, followed, now()));
        if (followers === null) throw new DomainError('not_found', { field: 'id' });
        return { followed, followers };
      },
      'POST /bind_box/getBindBoxQuotationLog': async ({ database, user }, { code, page, limit, after }) => {
        const { sale_id } = await requireDetail(database, code, user?.id ?? null);
        const { rows, total, next } = await bidsOfSale(database, sale_id, { page, limit, after });
        return { list: rows.map((row) => bidView(row, user?.id ?? null)), page, limit, total, next };
      },
      'POST /bind_box/getMyBindBoxQuotationLog': async ({ database, user, language }, { page, limit, after }) => {
        const { rows, total, next } = await bidsOfUser(database, user.id, { page, limit, after });
        const cards = await cardsOfSales(
          database,
          rows.map(({ sale_id }) => sale_id),
          user.id,
        );
        const look = lookOf(user, language);
        const list = rows.flatMap((row) => {
          const card = cards.get(row.sale_id);
          return card ? [{ ...bidView(row, user.id), work: workView(card, look) }] : [];
        });
        return { list, page, limit, total, next };
      },
      'POST /bind_box/getMyNFTs': async ({ database, user, language }, { page, limit, state }) => {
        const { rows, total } =
          state === 'resold'
            ? await listResold(database, user.id, { page, limit })
            : await listOwned(database, user.id, state === 'reselling', { page, limit });
        const look = lookOf(user, language);
        const list = rows.map((row) => ({ ...workView(row, look), since: row.since, proceeds: row.proceeds }));
        return { list, page, limit, total };
      },
      'GET /bind_box/orders': async ({ database, user, language }, { page, limit, kind }) => {
        const { rows, total } = await listOrders(database, user.id, kind ?? null, { page, limit });
        const list = await orderViews(database, rows, lookOf(user, language));
        return { list, page, limit, total, unread: await unreadOf(database, user.id) };
      },
      'POST /bind_box/getNeedPayNFTOrder': async ({ database, user, language }) => {
        const look = lookOf(user, language);
        return { list: await orderViews(database, await ordersToPay(database, user.id), look), now: look.now };
      },
      'GET /bind_box/messages': async ({ database, user, language }, { page, limit }) => {
        const { rows, total } = await listMessages(database, user.id, { page, limit });
        const list = rows.map((row) => ({
          ...messageView(row),
          order_id: row.order_id,
          code: row.code,
          name: row.names[language] ?? '',
        }));
        return { list, page, limit, total, unread: await unreadOf(database, user.id) };
      },
      'POST /bind_box/readNFTOrderMessage': async ({ database, user }, { id }) => {
        const read = await readMessages(database, user.id, id ?? null, now());
        if (!read && id !== undefined && (await orderOf(database, id))?.user_id !== user.id) {
          throw new DomainError('not_found', { field: 'id' });
        }
        return {};
      },
      'POST /bind_box/buyNFT': async ({ tx, user, language }, input) =>
        orderView(tx, await buy(tx, user, input, market), lookOf(user, language)),
      'POST /bind_box/marginNFT': async ({ tx, user, language }, input) => {
        await requireReliable(tx, user.id, now());
        return orderView(tx, await payDeposit(tx, user, input, market), lookOf(user, language));
      },
      'POST /bind_box/auctionNFT': async ({ tx, user }, input) => {
        await requireReliable(tx, user.id, now());
        return bidView(await bidOf(tx, await placeBid(tx, user, input, market)), user.id);
      },
      'POST /bind_box/resellNFT': async ({ tx, user, language }, input) => {
        const code = await resell(tx, user, input, market);
        return workView(await requireDetail(tx, code, user.id), lookOf(user, language));
      },
      'POST /bind_box/artist/sell': async ({ tx, user, language }, { key: _, ...input }) => {
        const code = await sellWork(tx, user.id, input, market);
        return workView(await requireDetail(tx, code, user.id), lookOf(user, language));
      },
      'POST /bind_box/cancelResale': async ({ tx, user, language }, { code }) => {
        await cancelResale(tx, user.id, code, now);
        return workView(await requireDetail(tx, code, user.id), lookOf(user, language));
      },
      'POST /bind_box/payNFTOrder': async ({ tx, user, language }, { id }) => {
        await payOrder(tx, user, id, market);
        return orderView(tx, id, lookOf(user, language));
      },
    },
  };
});
