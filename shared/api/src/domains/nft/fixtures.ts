import type { Output } from '../../kit/contract.ts';
import type { NftContract } from './contract.ts';
import { drawnRecord } from './draw-fixtures.ts';
import { BOXES_A_PURCHASE, readTerms, roundTime } from './draw-rules.ts';
import type {
  Artist,
  ArtistMe,
  Artwork,
  ArtworkDetail,
  Bid,
  Box,
  BoxSeries,
  Media,
  NftMessage,
  NftOrder,
  ProvenanceEvent,
  SubmittedWork,
  WorkWithdrawal,
} from './queries.ts';

type Calls = NftContract;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When the fixtures are looked at. */
export const NFT_NOW = Date.UTC(2026, 10, 20, 15);

/** A picture that is drawn without a network. */
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 4 4%22%3E%3Crect width=%224%22 height=%224%22 fill=%22%23648%22/%3E%3C/svg%3E';

export const media = (changes: Partial<Media> = {}): Media => ({
  type: 'image',
  width: 1200,
  height: 1200,
  placeholder: PICTURE,
  pictures: [
    { width: 320, webp: PICTURE, avif: null },
    { width: 1200, webp: PICTURE, avif: null },
  ],
  source: null,
  duration: null,
  waveform: null,
  ...changes,
});

/** 12 s of sound. */
export const audioMedia = (changes: Partial<Media> = {}): Media =>
  media({
    type: 'audio',
    source: { path: '/api/nft/media/tide.mp3', mime: 'audio/mpeg' },
    duration: 12_000,
    waveform: Array.from({ length: 100 }, (_, index) => Math.round(50 + 45 * Math.sin(index / 5))),
    ...changes,
  });

/** 8 s of film. */
export const videoMedia = (changes: Partial<Media> = {}): Media =>
  media({
    type: 'video',
    width: 1280,
    height: 720,
    source: { path: '/api/nft/media/drift.mp4', mime: 'video/mp4' },
    duration: 8_000,
    ...changes,
  });

export const artist = (changes: Partial<Artist> = {}): Artist => ({
  id: 3,
  code: 'mira-voss',
  name: 'Mira Voss',
  avatar: PICTURE,
  cover: PICTURE,
  work_count: 5,
  followers: 1_204,
  volume: '48210.5',
  followed: false,
  ...changes,
});

/** A work at 120 USDT, the last of three editions. */
export const artwork = (changes: Partial<Artwork> = {}): Artwork => ({
  code: 'AURORA-01',
  name: 'Aurora',
  type: 'image',
  media: media(),
  artist: { id: 3, name: 'Mira Voss', avatar: PICTURE },
  collection: { id: 2, name: 'Northern lights' },
  rarity: 'rare',
  edition: null,
  editions: 3,
  owner: null,
  own: false,
  sale_type: 'normal',
  resale: false,
  currency: 'USDT',
  scale: 6,
  price: '120',
  current_bid: null,
  bid_count: 0,
  margin: null,
  increment: null,
  start_time: NFT_NOW - DAY,
  end_time: NFT_NOW + 6 * DAY,
  stock: 3,
  remaining: 1,
  is_blind_box: false,
  opened: false,
  status: 'on_sale',
  selling: true,
  withdrawn: false,
  collected: false,
  ...changes,
});

/** An auction in ETH with two bids, which ends in two hours. */
export const auction = (changes: Partial<Artwork> = {}): Artwork =>
  artwork({
    code: 'TIDE-01',
    name: 'Tide',
    edition: 1,
    editions: 1,
    sale_type: 'auction',
    currency: 'ETH',
    scale: 8,
    price: '0.5',
    current_bid: '0.65',
    bid_count: 2,
    margin: '0.05',
    increment: '0.05',
    end_time: NFT_NOW + 2 * HOUR,
    stock: 1,
    remaining: 1,
    ...changes,
  });

/** Three boxes left of 40. */
export const blindBox = (changes: Partial<Artwork> = {}): Artwork =>
  artwork({
    code: 'SPARK-BOX',
    name: 'Spark box',
    editions: 40,
    sale_type: 'blind_box',
    price: '25',
    stock: 40,
    remaining: 3,
    is_blind_box: true,
    ...changes,
  });

/** An item of the signed-in user. */
export const ownItem = (changes: Partial<Artwork> = {}): Artwork =>
  artwork({
    code: 'AURORA-01-2',
    edition: 2,
    owner: 'T***r',
    own: true,
    stock: 1,
    remaining: 0,
    status: 'sold_out',
    selling: false,
    ...changes,
  });

export const bid = (changes: Partial<Bid> = {}): Bid => ({
  id: '52',
  code: 'TIDE-01',
  bidder: 'L***a',
  own: false,
  price: '0.65',
  currency: 'ETH',
  status: 'leading',
  at: NFT_NOW - HOUR,
  ...changes,
});

export const provenanceEvent = (changes: Partial<ProvenanceEvent> = {}): ProvenanceEvent => ({
  id: '81',
  code: 'AURORA-01-1',
  edition: 1,
  kind: 'sale',
  from: null,
  to: 'L***a',
  price: '120',
  currency: 'USDT',
  scale: 6,
  reference: null,
  at: NFT_NOW - 3 * HOUR,
  ...changes,
});

export const artworkDetail = (changes: Partial<ArtworkDetail> = {}): ArtworkDetail => ({
  ...artwork(),
  description: 'Light over a frozen lake.',
  properties: [
    { name: 'Palette', value: 'Violet' },
    { name: 'Lines', value: '144' },
  ],
  creator: artist(),
  created_at: NFT_NOW - 9 * DAY,
  terms: { fee_bp: 250, royalty_bp: 500, forfeit_bp: 5_000, deposit_bp: 1_000, pay_within: DAY, extension: 600_000 },
  min_bid: null,
  max_bid: null,
  favourites: 12,
  draw: null,
  bids: [],
  provenance: [provenanceEvent()],
  countries: [],
  viewer: {
    seller: false,
    deposit: 'none',
    deposit_held: null,
    resale: null,
    bid: null,
    leading: false,
    to_pay: null,
    order_limit: '1000000',
  },
  now: NFT_NOW,
  ...changes,
});

/** The auction of `auction()`. */
export const auctionDetail = (changes: Partial<ArtworkDetail> = {}): ArtworkDetail =>
  artworkDetail({
    ...auction(),
    min_bid: '0.7',
    max_bid: '7',
    bids: [bid(), bid({ id: '51', price: '0.5', bidder: 'K***o', status: 'outbid', at: NFT_NOW - 2 * HOUR })],
    provenance: [],
    ...changes,
  });

export const nftMessage = (changes: Partial<NftMessage> = {}): NftMessage => ({
  id: '11',
  kind: 'won',
  amount: '0.6',
  currency: 'ETH',
  scale: 8,
  read: false,
  at: NFT_NOW - HOUR,
  order_id: '91',
  code: 'TIDE-01',
  name: 'Tide',
  ...changes,
});

/** A won auction: 0.6 ETH to pay within 23 hours. */
export const orderToPay = (changes: Partial<NftOrder> = {}): NftOrder => {
  const { order_id: _, code: _code, name: _name, ...message } = nftMessage();
  return {
    id: '91',
    work: auction({ status: 'ended', end_time: NFT_NOW - HOUR }),
    kind: 'auction',
    offer: 'winner',
    price: '0.65',
    paid: '0.05',
    due: '0.6',
    currency: 'ETH',
    scale: 8,
    status: 'to_pay',
    pay_until: NFT_NOW + 23 * HOUR,
    read: false,
    messages: [message],
    created_at: NFT_NOW - HOUR,
    ...changes,
  };
};

/** A purchase at 120 USDT. */
export const purchase = (changes: Partial<NftOrder> = {}): NftOrder =>
  orderToPay({
    id: '90',
    work: ownItem(),
    kind: 'purchase',
    offer: null,
    price: '120',
    paid: '120',
    due: '0',
    currency: 'USDT',
    scale: 6,
    status: 'paid',
    pay_until: null,
    read: true,
    messages: [],
    ...changes,
  });

/** The deposit for `auction()`. */
export const deposit = (changes: Partial<NftOrder> = {}): NftOrder =>
  purchase({
    id: '89',
    work: auction(),
    kind: 'deposit',
    price: '0.05',
    paid: '0.05',
    currency: 'ETH',
    scale: 8,
    ...changes,
  });

const record = drawnRecord();
const recordTerms = readTerms(record.terms);

/** A series of four boxes, two of them sold, none opened; decided with public randomness. */
export const boxSeries = (changes: Partial<BoxSeries> = {}): BoxSeries => ({
  code: 'box-1',
  status: 'on_sale',
  cancelled: false,
  commitment: record.commitment,
  terms: record.terms,
  seed_hash: recordTerms?.seed_hash ?? '',
  seed: null,
  beacon: recordTerms?.beacon ?? null,
  odds: [
    { rarity: 'rare', count: 1, left: 1 },
    { rarity: 'common', count: 3, left: 3 },
  ],
  boxes: 4,
  sold: 2,
  opened: 0,
  inventory: [
    { work: artwork({ code: 'aurora', name: 'Aurora' }), count: 1, left: 1 },
    { work: artwork({ code: 'basalt', name: 'Basalt', rarity: 'common' }), count: 3, left: 3 },
  ],
  silence_days: 7,
  most: BOXES_A_PURCHASE,
  last_round: null,
  silent_since: null,
  now: NFT_NOW,
  ...changes,
});

/** The first box of `drawnRecord`, which can be opened. */
export const box = (changes: Partial<Box> = {}): Box => {
  const [first] = record.draws;
  const round = first?.round ?? null;
  return {
    code: 'box-1-1',
    series: 'box-1',
    name: 'Spark box',
    media: media(),
    number: 1,
    state: 'closed',
    price: '25',
    currency: 'USDT',
    scale: 6,
    buyer_seed: first?.buyer_seed ?? '',
    paid_at: first?.paid_at ?? 0,
    round,
    round_at: round && recordTerms?.beacon ? roundTime(recordTerms.beacon, round) : null,
    receipt: first?.receipt ?? '',
    commitment: record.commitment,
    opened_at: null,
    drawn: null,
    ...changes,
  };
};

/** The same box, opened. */
export const openedBox = (changes: Partial<Box> = {}): Box =>
  box({
    state: 'opened',
    opened_at: NFT_NOW,
    drawn: ownItem({ code: `${record.draws[0]?.drawn}-1`, name: 'Basalt', rarity: 'common', edition: 1 }),
    ...changes,
  });

/** A withdrawal that three of twelve blocks confirm. */
export const workWithdrawal = (changes: Partial<WorkWithdrawal> = {}): WorkWithdrawal => ({
  id: '7',
  work: ownItem({ withdrawn: true }),
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  chain_id: 1,
  contract: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  token_id: '90',
  state: 'mined',
  tx_hash: `0x${'4e'.repeat(32)}`,
  confirmations: 3,
  confirmations_needed: 12,
  created_at: NFT_NOW - HOUR,
  finished_at: null,
  ...changes,
});

const page = { page: 1, limit: 10 } as const;

/** An artist whose application was approved. */
export const artistMe = (changes: Partial<ArtistMe> = {}): ArtistMe => ({
  application: {
    id: '5',
    status: 'approved',
    name: 'Mira Voss',
    biography: 'Draws with noise and light.',
    reason: null,
    created_at: NFT_NOW - 9 * DAY,
    reviewed_at: NFT_NOW - 8 * DAY,
  },
  artist: {
    id: 3,
    name: 'Mira Voss',
    biography: 'Draws with noise and light.',
    avatar: PICTURE,
    cover: PICTURE,
    followers: 1_204,
    shown: true,
  },
  uploads_left: 29,
  submissions_left: 9,
  ...changes,
});

/** A picture that waits for its review. */
export const submission = (changes: Partial<SubmittedWork> = {}): SubmittedWork => ({
  id: '31',
  status: 'pending',
  reason: null,
  title: 'Morning ice',
  description: 'The bay at six, before the ferry.',
  media: media(),
  properties: [{ name: 'Palette', value: 'Blue' }],
  rarity: 'epic',
  royalty_bp: 500,
  editions: 3,
  code: null,
  market: null,
  created_at: NFT_NOW - HOUR,
  reviewed_at: null,
  ...changes,
});

/** A response for each call that screens make. */
export const nftFixtures = {
  'GET /bind_box/getBoxList': { list: [artwork(), auction(), blindBox()], ...page, total: 3, next: null },
  'GET /bind_box/getBoxDetail': artworkDetail(),
  'GET /bind_box/getArtist': { list: [artist()], ...page, total: 1 },
  'GET /bind_box/getArtistDetail': {
    list: [artwork()],
    ...page,
    total: 1,
    artist: { ...artist(), biography: 'Draws with noise and light.' },
  },
  'GET /bind_box/getNftCurrency': {
    list: [
      { currency_id: 3, currency: 'USDT', scale: 6 },
      { currency_id: 2, currency: 'ETH', scale: 8 },
    ],
  },
  'GET /bind_box/collections': {
    list: [
      {
        id: 2,
        code: 'northern-lights',
        name: 'Northern lights',
        description: 'Five nights above the circle.',
        cover: PICTURE,
        artist: { id: 3, name: 'Mira Voss' },
        work_count: 5,
        floor: '120',
      },
    ],
    ...page,
    total: 1,
  },
  'GET /bind_box/provenance': { list: [provenanceEvent()], ...page, total: 1 },
  'GET /bind_box/terms': {
    fee_bp: 250,
    royalty_cap_bp: 1_000,
    forfeit_bp: 5_000,
    deposit_bp: 1_000,
    pay_within: DAY,
    extension: 600_000,
    min_duration: HOUR,
    max_duration: 30 * DAY,
    max_lead: 30 * DAY,
  },
  'GET /bind_box/getCollection': { list: [artwork({ collected: true })], ...page, total: 1 },
  'POST /bind_box/collect': { collected: true },
  'POST /bind_box/follow': { followed: true, followers: 1_205 },
  'POST /bind_box/getBindBoxQuotationLog': { list: [bid()], ...page, total: 1, next: null },
  'POST /bind_box/getMyBindBoxQuotationLog': {
    list: [{ ...bid({ own: true, bidder: 'T***r' }), work: auction() }],
    ...page,
    total: 1,
    next: null,
  },
  'POST /bind_box/getMyNFTs': {
    list: [{ ...ownItem(), since: NFT_NOW - DAY, proceeds: null }],
    ...page,
    total: 1,
  },
  'GET /bind_box/orders': { list: [orderToPay(), purchase(), deposit()], ...page, total: 3, unread: 1 },
  'POST /bind_box/getNeedPayNFTOrder': { list: [orderToPay()], now: NFT_NOW },
  'GET /bind_box/messages': { list: [nftMessage()], ...page, total: 1, unread: 1 },
  'POST /bind_box/readNFTOrderMessage': {},
  'POST /bind_box/buyNFT': purchase(),
  'POST /bind_box/marginNFT': deposit(),
  'POST /bind_box/auctionNFT': bid({ id: '53', own: true, bidder: 'T***r', price: '0.7', at: NFT_NOW }),
  'POST /bind_box/resellNFT': ownItem({ status: 'on_sale', selling: true, resale: true, remaining: 1 }),
  'POST /bind_box/cancelResale': ownItem(),
  'POST /bind_box/payNFTOrder': orderToPay({ paid: '0.65', due: '0', status: 'paid', messages: [], read: true }),
  'GET /bind_box/series': boxSeries(),
  'GET /bind_box/draws': { ...record, next: null },
  'GET /bind_box/boxes': { list: [box()], ...page, total: 1 },
  'POST /bind_box/buyBox': { list: [box({ state: 'opening' })] },
  'POST /bind_box/openBlindBox': openedBox(),
  'POST /bind_box/round': { needed: true },
  'GET /bind_box/chain': {
    enabled: true,
    chain_id: 1,
    contract: workWithdrawal().contract,
    confirmations: 12,
    fee: '0',
    daily: 5,
  },
  'GET /bind_box/metadata': { path: `/api/nft/metadata/${'3c'.repeat(32)}.json`, sha256: '3c'.repeat(32) },
  'GET /bind_box/withdrawals': { list: [workWithdrawal()], ...page, total: 1 },
  'POST /bind_box/withdrawNFT/begin': {
    address: workWithdrawal().address,
    chain_id: 1,
    contract: workWithdrawal().contract,
    fee: '0',
    approval: { passkey: null, totp: true, code: null, factor_from: null },
  },
  'GET /staff/nft/withdrawals': {
    list: [
      {
        id: '61',
        token_id: '7',
        state: 'sent',
        chain_id: 1,
        contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        signer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        nonce: 4,
        tx_hash: `0x${'ab'.repeat(32)}`,
        waits: true,
        created_at: NFT_NOW - DAY,
      },
    ],
  },
  'POST /staff/nft/withdrawal/release': { id: '61', state: 'failed' },
  'POST /bind_box/withdrawNFT': workWithdrawal({ state: 'requested', tx_hash: null, confirmations: 0 }),
  'GET /bind_box/artist/me': artistMe(),
  'POST /bind_box/artist/apply': {
    id: '6',
    status: 'under_review',
    name: 'Mira Voss',
    biography: 'Draws with noise and light.',
    reason: null,
    created_at: NFT_NOW,
    reviewed_at: null,
  },
  'POST /bind_box/artist/profile': {
    id: 3,
    name: 'Mira Voss',
    biography: 'Draws with noise and light.',
    avatar: PICTURE,
    cover: PICTURE,
    followers: 1_204,
    shown: true,
  },
  'POST /bind_box/media': '71',
  'GET /bind_box/submissions': {
    list: [
      submission(),
      submission({ id: '30', status: 'rejected', reason: 'The picture is blurred', reviewed_at: NFT_NOW - HOUR }),
      submission({
        id: '29',
        status: 'approved',
        code: 'MIRA-29',
        market: { left: 5, sale: null, listed: false },
        reviewed_at: NFT_NOW - DAY,
      }),
    ],
    ...page,
    total: 3,
  },
  'POST /bind_box/submissions': submission(),
  'POST /bind_box/submissions/withdraw': submission({ status: 'withdrawn' }),
  'POST /bind_box/artist/sell': artwork({ own: false }),
  'POST /bind_box/artist/sale/end': submission({
    status: 'approved',
    code: 'MIRA-29',
    market: { left: 5, sale: null, listed: true },
    reviewed_at: NFT_NOW - DAY,
  }),
  'POST /staff/nft/work': { code: 'MIRA-29', shown: false },
  'POST /staff/nft/artist': { id: 3, shown: false },
  'POST /staff/nft/release': { code: 'MIRA-29', ended: 1 },
} satisfies { readonly [K in keyof Calls]?: Output<Calls[K]> };
