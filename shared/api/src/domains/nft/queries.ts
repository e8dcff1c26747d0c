// The kit by its package name: a relative import would bundle a second copy of it, with a second client.
import { callsOf } from '@tessera/api';
import type { Output } from '../../kit/contract.ts';
import type { NftContract } from './contract.ts';
import { readRecord } from './draw-pages.ts';
import type { DrawPage, DrawRecord } from './draw-record.ts';
import { nftRoutes } from './routes.ts';

const { command, query, list, call } = callsOf<NftContract>(nftRoutes);

export type Artwork = Output<NftContract['GET /bind_box/getBoxList']>['list'][number];
export type ArtworkDetail = Output<NftContract['GET /bind_box/getBoxDetail']>;
export type Media = Artwork['media'];
export type Collection = Output<NftContract['GET /bind_box/collections']>['list'][number];
export type Artist = Output<NftContract['GET /bind_box/getArtist']>['list'][number];
export type Bid = Output<NftContract['POST /bind_box/getBindBoxQuotationLog']>['list'][number];
export type BoxSeries = Output<NftContract['GET /bind_box/series']>;
export type Box = Output<NftContract['POST /bind_box/openBlindBox']>;
export type WorkWithdrawal = Output<NftContract['POST /bind_box/withdrawNFT']>;
export type NftOrder = Output<NftContract['POST /bind_box/payNFTOrder']>;
export type NftMessage = Output<NftContract['GET /bind_box/messages']>['list'][number];
export type ArtistMe = Output<NftContract['GET /bind_box/artist/me']>;
export type SubmittedWork = Output<NftContract['POST /bind_box/submissions']>;
export type ProvenanceEvent = ArtworkDetail['provenance'][number];
export type MyWork = Output<NftContract['POST /bind_box/getMyNFTs']>['list'][number];
export type SaleTerms = Output<NftContract['GET /bind_box/terms']>;

/** Works are told apart by their code. */
const byCode = (work: Artwork) => ({ ...work, id: work.code });

/** Works on offer: `useWorks({ sale_type: 'auction', sort: 'ending' })`. */
export const useWorks = list('GET /bind_box/getBoxList', { quiet: true, pageSize: 12, read: byCode });
export const useWork = query('GET /bind_box/getBoxDetail', { quiet: true });
export const useArtists = list('GET /bind_box/getArtist', {
  quiet: true,
  read: (artist: Artist) => ({ ...artist, id: String(artist.id) }),
});
/** An artist; the works come page by page with `useWorks({ artist_id })`. */
export const useArtist = query('GET /bind_box/getArtistDetail', { quiet: true });
export const useCollections = list('GET /bind_box/collections', {
  quiet: true,
  read: (collection: Collection) => ({ ...collection, id: String(collection.id) }),
});
export const useNftCurrencies = query('GET /bind_box/getNftCurrency', { quiet: true });
export const useSaleTerms = query('GET /bind_box/terms', { quiet: true });
export const useProvenance = list('GET /bind_box/provenance', { quiet: true });
export const useBids = list('POST /bind_box/getBindBoxQuotationLog', { quiet: true });

/** Works that the user marked. */
export const useFavourites = list('GET /bind_box/getCollection', { quiet: true, read: byCode });
export const useFavour = command('POST /bind_box/collect', { quiet: true });
export const useFollowArtist = command('POST /bind_box/follow', { quiet: true });

/** What the user owns, resells, or has resold: `useMyWorks({ state: 'resold' })`. */
export const useMyWorks = list('POST /bind_box/getMyNFTs', {
  quiet: true,
  // An item that was sold twice stands there twice.
  read: (row: MyWork) => ({ ...row, id: `${row.code}:${row.since}` }),
});
export const useMyBids = list('POST /bind_box/getMyBindBoxQuotationLog', { quiet: true });
export const useNftOrders = list('GET /bind_box/orders', { quiet: true });
export const useOrdersToPay = query('POST /bind_box/getNeedPayNFTOrder', { quiet: true });
export const useNftMessages = list('GET /bind_box/messages', { quiet: true });
/** How many messages are not read yet. */
export const useUnreadMessages = query('GET /bind_box/messages', {
  quiet: true,
  write: () => ({ page: 1, limit: 1 }),
  read: ({ unread }) => unread,
});
export const useReadOrderMessages = command('POST /bind_box/readNFTOrderMessage', { quiet: true });

/** Money; after silence each offers to repeat exactly that. */
export const useBuyWork = command('POST /bind_box/buyNFT');
export const usePayDeposit = command('POST /bind_box/marginNFT');
export const useBid = command('POST /bind_box/auctionNFT');
export const useResell = command('POST /bind_box/resellNFT');
export const useCancelResale = command('POST /bind_box/cancelResale');
export const usePayOrder = command('POST /bind_box/payNFTOrder');
export const useOpenBox = command('POST /bind_box/openBlindBox');
export const useBuyBox = command('POST /bind_box/buyBox');

/** A series of blind boxes, what verifies its draws, and the user's own boxes. */
export const useBoxSeries = query('GET /bind_box/series', { quiet: true });
const readDraws = call('GET /bind_box/draws');
/** The whole record, whose pages are read one after the other. */
export const useDraws = query('GET /bind_box/draws', {
  quiet: true,
  write: ({ code }: { readonly code: string }) => ({ code }),
  read: (first: DrawPage, { signal }): Promise<DrawRecord> =>
    readRecord((after) => readDraws({ code: first.series, after }, { ...(signal && { signal }), quiet: true }), first),
});
export const useMyBoxes = list('GET /bind_box/boxes', { quiet: true, read: (box: Box) => ({ ...box, id: box.code }) });
/** Hands in a round that the platform did not get. */
export const useHandInRound = command('POST /bind_box/round');

/** Whether works can be withdrawn to a wallet, and the user's withdrawals. */
export const useNftChain = query('GET /bind_box/chain', { quiet: true });
export const useWorkMetadata = query('GET /bind_box/metadata', { quiet: true });
export const useWorkWithdrawals = list('GET /bind_box/withdrawals', { quiet: true });
export const beginWithdrawWork = call('POST /bind_box/withdrawNFT/begin');
export const useWithdrawWork = command('POST /bind_box/withdrawNFT');

/** The user as an artist. Files go up with `useUpload(onDone, MEDIA_PATH)` of `@tessera/api/uploads`. */
export const useArtistMe = query('GET /bind_box/artist/me', { quiet: true });
export const MEDIA_PATH = '/bind_box/media';
export const useApplyAsArtist = command('POST /bind_box/artist/apply');
export const useArtistProfile = command('POST /bind_box/artist/profile');
export const useSubmissions = list('GET /bind_box/submissions', { quiet: true });
export const useSubmitWork = command('POST /bind_box/submissions');
export const useWithdrawSubmission = command('POST /bind_box/submissions/withdraw');
/** An approved work of the artist's own, by its code; null for another's. */
export const useOwnWork = query('GET /bind_box/submissions', {
  quiet: true,
  write: ({ code }: { readonly code: string }) => ({ code, page: 1, limit: 1 }),
  read: ({ list: [work = null] }) => work,
});
/** A sale of an approved work, and its end. */
export const useSellWork = command('POST /bind_box/artist/sell');
export const useEndSale = command('POST /bind_box/artist/sale/end');
