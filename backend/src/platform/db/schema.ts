// Generated from the migrated database; schema.test.ts compares the two, and writes this file when run with -u.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Unix ms to read, a date to write. */
type Time<Null = never> = ColumnType<number | Null, Date | Null, Date | Null>;
/** The same, of an array. */
type Times<Null = never> = ColumnType<readonly number[] | Null, readonly Date[] | Null, readonly Date[] | Null>;
/** A value to read, its JSON text to write. */
type Json<Null = never> = ColumnType<unknown, string | Null, string | Null>;

type AccountRequest = {
  id: GeneratedAlways<string>;
  user_id: string;
  kind: string;
  state: string;
  requested_at: Time;
  due_at: Time;
  reason: string | null;
  reviewer_id: string | null;
  reviewed_at: Time<null>;
  email: string | null;
  mobile: string | null;
  gives_up_dust: Generated<boolean>;
};

type AnnouncementSeen = {
  user_id: string;
  item_id: string;
};

type Authenticator = {
  holder: string;
  secret: Buffer;
  last_counter: string;
  created_at: Time;
  approves_from: Time<null>;
};

type AuthenticatorEnrolment = {
  holder: string;
  secret: Buffer;
  expires_at: Time;
};

type Brake = {
  user_id: string;
  name: string;
  value: Json;
  next_value: Json<null>;
  next_at: Time<null>;
  changed_at: Time;
};

type Calendar = {
  id: string;
  timezone: string;
  sessions: Json;
  weekdays: number[];
  covered_until: string | null;
  version: string;
};

type CalendarHoliday = {
  calendar: string;
  day: string;
  close_minute: number | null;
};

type CatalogueChange = {
  version: string;
  at: Time;
  staff_id: string | null;
  subject: string;
  action: string;
  reason: string | null;
  before: Json<null>;
  after: Json;
};

type CatalogueHead = {
  one: Generated<boolean>;
  version: string;
};

type Chain = {
  name: string;
  kind: string;
  identity: string;
  finality: string;
  deposits_halted: Generated<boolean>;
  withdrawals_halted: Generated<boolean>;
  fee_ceiling: string;
  fee_bump: number;
};

type ChainBlock = {
  chain: string;
  height: string;
  hash: string;
  parent: string;
};

type ChainDeposit = {
  id: GeneratedAlways<string>;
  chain: string;
  txid: string;
  part: string;
  user_id: string;
  address: string;
  currency: string | null;
  network: string | null;
  contract: string | null;
  units: string;
  amount: string | null;
  block_height: string | null;
  block_hash: string | null;
  unplaced_at: string | null;
  state: string;
  ignored_as: string | null;
  credits: Generated<number>;
  seen_at: Time;
  credited_at: Time<null>;
  decimals: number | null;
  credited_contract: string | null;
  held_as: string | null;
};

type ChainInput = {
  chain: string;
  txid: string;
  vout: string;
  transaction_id: string;
};

type ChainMovement = {
  id: Generated<string>;
  chain: string;
  kind: string;
  currency: string;
  target: string;
  amount: string;
  state: Generated<string>;
  transaction_id: string | null;
  waits: string | null;
  detail: string | null;
  ordered_at: Time;
  contract: string | null;
  decimals: number;
  signed_as: Json<null>;
};

type ChainMovementSource = {
  movement_id: string;
  position: number;
  address: string;
  amount: string;
  txid: string | null;
  vout: string | null;
  delegated: Generated<boolean>;
};

type ChainMovementUnlisted = {
  movement_id: string;
  chain: string;
  kind: string;
  asset: string;
  contract: string | null;
  target: string;
  amount: string;
  sources: Json;
  transaction_id: string;
  signed_at: Time;
};

type ChainPayout = {
  withdrawal_id: string;
  chain: string;
  currency: string;
  target: string;
  amount: string;
  state: Generated<string>;
  attempt: Generated<number>;
  transaction_id: string | null;
  waits: string | null;
  detail: string | null;
  ordered_at: Time;
  tried_at: Time<null>;
  contract: string | null;
  decimals: number;
};

type ChainPayoutApproval = {
  withdrawal_id: string;
  attempt: number;
  staff_id: string;
  assertion: string;
  at: Time;
};

type ChainSweepHold = {
  chain: string;
  currency: string;
  address: string;
  failures: Generated<number>;
  mined: boolean;
  detail: string;
  failed_at: Time;
  until: Time;
};

type ChainToken = {
  chain: string;
  currency: string;
  contract: string | null;
  decimals: number;
};

type ChainTokenHistory = {
  chain: string;
  currency: string;
  contract: string | null;
  decimals: number;
};

type ChainTransaction = {
  id: GeneratedAlways<string>;
  chain: string;
  wallet: string;
  nonce: string | null;
  state: string;
  txid: string;
  block_number: string | null;
  confirmations: Generated<number>;
  created_at: Time;
  finished_at: Time<null>;
};

type ChainTransactionVersion = {
  chain: string;
  txid: string;
  transaction_id: string;
  raw: string;
  spend: Json;
  fee: string;
  signed_at: Time;
};

type ChainWallet = {
  chain: string;
  address: string;
  next_nonce: Generated<string>;
};

type ChainWatch = {
  chain: string;
  height: string | null;
  head: string | null;
  finalized: string | null;
  paused: string | null;
  detail: string | null;
  since: Time;
  reached_at: Time<null>;
};

type ChartDrawing = {
  user_id: string;
  symbol: string;
  lines: string[];
  updated_at: Time;
};

type ChartIndicator = {
  user_id: string;
  lines: string[];
};

type ChatBan = {
  id: GeneratedAlways<string>;
  user_id: string;
  room_id: string | null;
  reason: string;
  staff_id: string;
  at: Time;
  until: Time<null>;
  lifted_at: Time<null>;
  lifted_by: string | null;
};

type ChatHeld = {
  id: GeneratedAlways<string>;
  room_id: string;
  user_id: string;
  client_id: string;
  at: Time;
  why: string;
  body: string;
  picture: string | null;
  card: Json<null>;
  reply_to: number | null;
  mentions: Json;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  reviewed_at: Time<null>;
};

type ChatMember = {
  user_id: string;
  handle: string;
  joined_at: Time;
};

type ChatMessage = {
  room_id: string;
  seq: number;
  revision: number;
  user_id: string | null;
  staff_id: string | null;
  client_id: string;
  at: Time;
  body: string;
  picture: string | null;
  card: Json<null>;
  reply_to: number | null;
  mentions: Json;
  reactions: Json;
  pinned_at: Time<null>;
  deleted_at: Time<null>;
  deleted_by: string | null;
};

type ChatMute = {
  user_id: string;
  muted_id: string;
  at: Time;
};

type ChatReaction = {
  room_id: string;
  seq: number;
  user_id: string;
  emoji: string;
};

type ChatReading = {
  user_id: string;
  room_id: string;
  seq: number;
  at: Time;
};

type ChatReport = {
  id: GeneratedAlways<string>;
  room_id: string;
  seq: number;
  user_id: string;
  body: string;
  picture: string | null;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type ChatReporter = {
  report_id: string;
  user_id: string;
  reason: string;
  note: string | null;
  at: Time;
};

type ChatRoom = {
  id: string;
  language: string | null;
  symbol: string | null;
  rules: Json;
  open: Generated<boolean>;
  slow_mode: Generated<number>;
  position: Generated<number>;
  seq: Generated<number>;
  revision: Generated<number>;
  own_revision: Generated<number>;
  window_at: Time<null>;
  window_count: Generated<number>;
};

type CiBinding = {
  id: GeneratedAlways<string>;
  staff_id: string;
  name: string;
  issuer: string;
  audience: string;
  claims: Json;
  rights: Json;
  created_at: Time;
  last_used_at: Time<null>;
  revoked_at: Time<null>;
};

type CompromisedWindow = {
  live_from: Time;
  live_until: Time;
  announced_at: Time;
  taken_out_at: Time<null>;
};

type ContentItem = {
  id: GeneratedAlways<string>;
  kind: string;
  key: string;
  position: Generated<number>;
  at: Time<null>;
  cover: string | null;
  link: string | null;
  section: string | null;
  pop: Generated<boolean>;
  shown: Generated<boolean>;
  pushed_at: Time<null>;
};

type ContentText = {
  item_id: string;
  language: string;
  title: string;
  lead: Generated<string>;
  body: Generated<string>;
  updated_at: Time;
  edited: Generated<boolean>;
  title_terms: Generated<string[] | null>;
  body_terms: Generated<string[] | null>;
};

type ContentVote = {
  item_id: string;
  voter: string;
  user_id: string | null;
  helpful: boolean;
  at: Time;
};

type Conversion = {
  id: GeneratedAlways<string>;
  user_id: string;
  quote: string;
  from_currency: string;
  to_currency: string;
  number: string;
  rate: string;
  spread: string;
  fee: string;
  receive: string;
  value: string;
  at: Time;
};

type ConversionFlow = {
  currency: string;
  hour: Time;
  net: string;
};

type ConversionQuote = {
  user_id: string;
  id: string;
  from_currency: string;
  to_currency: string;
  number: string;
  rate: string;
  spread: string;
  fee_rate: string;
  fee: string;
  receive: string;
  made_at: Time;
};

type CopyAccount = {
  user_id: string;
  trader_user_id: string;
  realised: Generated<string>;
  high_water: Generated<string>;
  paid: Generated<string>;
  reserved: Generated<string>;
  moved: Generated<boolean>;
};

type CopyApplication = {
  id: GeneratedAlways<string>;
  user_id: string;
  content: string;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type CopyCost = {
  follow_id: string;
  day: string;
  trader_user_id: string;
  notional: string;
  slippage: string;
  bound: string;
  fees: string;
};

type CopyCursor = {
  one: Generated<boolean>;
  event_id: Generated<string>;
};

type CopyFollow = {
  id: GeneratedAlways<string>;
  user_id: string;
  trader_user_id: string;
  type: string;
  number: string;
  max_amount: string;
  stop_loss: string | null;
  slippage: string;
  agreement: number;
  status: Generated<string>;
  ended: string | null;
  started_at: Time;
  ended_at: Time<null>;
  realised: Generated<string>;
  day_cost: Generated<string>;
  costly: Generated<boolean>;
};

type CopySource = {
  position_id: string;
  trader_user_id: string;
  symbol: string;
  side: string;
  multiple: number;
  opened: string;
  opened_exact: string;
  closed: Generated<string>;
  closed_exact: Generated<string>;
  rate: string;
  margin: string;
  profit: string;
  opened_at: Time;
  closed_at: Time<null>;
};

type CopyStatement = {
  id: GeneratedAlways<string>;
  week: string;
  user_id: string;
  trader_user_id: string;
  rate: string;
  realised: string;
  high_before: string;
  high_after: string;
  due: string;
  paid: string;
  at: Time;
};

type CopySuspension = {
  id: GeneratedAlways<string>;
  user_id: string;
  notional: string;
  slippage: string;
  bound: string;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type CopyTrade = {
  id: GeneratedAlways<string>;
  event_id: string;
  follow_id: string;
  user_id: string;
  trader_user_id: string;
  source_id: string;
  symbol: string;
  side: string;
  multiple: number;
  source_price: string;
  rate: string;
  lots: number;
  open_lots: Generated<number>;
  target_lots: number;
  target_cause: string | null;
  tried_at: Time<null>;
  status: string;
  reason: string | null;
  worst_price: string | null;
  position_id: string | null;
  opened: Generated<string>;
  opened_exact: Generated<string>;
  closed: Generated<string>;
  closed_exact: Generated<string>;
  margin: Generated<string>;
  peak_margin: Generated<string>;
  profit: Generated<string>;
  created_at: Time;
  opened_at: Time<null>;
  closed_at: Time<null>;
  detached: Generated<boolean>;
  exact_lots: string | null;
};

type CopyTrader = {
  user_id: string;
  strategy: string | null;
  follower_limit: Generated<number>;
  profit_share: Generated<string>;
  since: Time;
  figures: Json<null>;
  followers: Json<null>;
  refreshed_at: Time<null>;
  ended: string | null;
  ended_at: Time<null>;
  cost_30: string | null;
  cost_90: string | null;
  cost_bound: string | null;
  costs_since: string | null;
  costs_day: Generated<string>;
};

type CostState = {
  user_id: string;
  entry_id: string;
  positions: Json;
};

type CountedAttempt = {
  key: Buffer;
  taken: Times;
  over_at: Time;
};

type Coupon = {
  id: GeneratedAlways<string>;
  user_id: string;
  campaign_id: number;
  status: Generated<string>;
  kind: string;
  rate: string | null;
  currency: string;
  amount: string;
  volume: string | null;
  paid: Generated<string>;
  traded: Generated<string>;
  issued_at: Time;
  expires_at: Time;
  activated_at: Time<null>;
  ended_at: Time<null>;
};

type CouponCampaign = {
  id: GeneratedAlways<number>;
  name: string;
  kind: string;
  titles: Json;
  rate: string | null;
  currency: string;
  amount: string;
  volume: string | null;
  min_level: number;
  valid_days: number;
  supply: number;
  issued: Generated<number>;
  open: boolean;
  demonstration: Generated<boolean>;
  ends_at: Time<null>;
  created_at: Time;
};

type CouponPayment = {
  coupon_id: string;
  until: Time;
  basis: string;
  amount: string;
};

type CouponProgress = {
  one: Generated<boolean>;
  counted_until: Time;
};

type CouponWaiting = {
  id: GeneratedAlways<string>;
  user_id: string;
  kind: string;
  currency: string;
  amount: string;
  at: Time;
};

type Currency = {
  code: string;
  id: number;
  name: string;
  scale: number;
  kind: string;
  position: number;
  open: Generated<boolean>;
  version: string;
};

type DataExport = {
  id: GeneratedAlways<string>;
  user_id: string;
  state: string;
  requested_at: Time;
  name: string | null;
  bytes: string | null;
  ready_at: Time<null>;
  expires_at: Time<null>;
  link_hash: Buffer | null;
  link_expires_at: Time<null>;
  link_session_id: string | null;
};

type DataStep = {
  name: string;
  at: Time;
};

type DepositAddress = {
  chain: string;
  address: string;
  user_id: string;
  key_fingerprint: string;
  former: boolean;
};

type DepositAlike = {
  claim_id: string;
  other_id: string;
};

type DepositClaim = {
  id: GeneratedAlways<string>;
  user_id: string;
  currency: string;
  network: string;
  amount: string;
  account: string | null;
  voucher: string | null;
  status: Generated<string>;
  credited: string | null;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
  txid: string | null;
  first_reviewer_id: string | null;
};

type DepositDebt = {
  deposit_id: string;
  credit: number;
  user_id: string;
  currency: string;
  amount: string;
  covered: Generated<string>;
  created_at: Time;
};

type DepositNetwork = {
  currency: string;
  network: string;
  chain: string;
  position: number;
  open: Generated<boolean>;
  min_amount: string;
  confirmations: number;
};

type DepositTransaction = {
  chain: string;
  txid: string;
  claim_id: string | null;
};

type DepositTransactionOther = {
  chain: string;
  txid: string;
  user_id: string;
  claim_id: string;
};

type FactorRemoval = {
  change_id: string;
  user_id: string;
  stop_hash: Buffer | null;
  stopped_by: string | null;
  closed_at: Time<null>;
};

type Feedback = {
  id: GeneratedAlways<string>;
  user_id: string;
  email: string;
  title: string;
  content: string;
  at: Time;
};

type FiatRates = {
  one: Generated<boolean>;
  rates: Json;
  fetched_at: Time;
};

type FundingPremium = {
  symbol: string;
  minute: Time;
  premium: string;
};

type FundsLeaf = {
  day: string;
  user_id: string;
  currency: string;
  position: number;
};

type FundsPublication = {
  day: string;
  at: Time;
  previous: string;
  digest: string;
  roots: Json;
  key: string;
  signature: string;
  secret: Buffer;
};

type FundsTree = {
  day: string;
  currency: string;
  leaves: number;
  nodes: Buffer;
};

type HealthWrite = {
  id: boolean;
  at: Time;
};

type HoldingRate = {
  kind: string;
  symbol: string;
  due: Time;
  mark: string;
  rate: string;
};

type HouseSum = {
  account_id: string;
  entry_id: Generated<string>;
  amount: Generated<string>;
  seen: Generated<string>;
  seen_at: Time<null>;
};

type IdempotencyKey = {
  user_id: string;
  key: string;
  call: string;
  fingerprint: Buffer;
  answer: Json<null>;
  at: Time;
};

type IncomeTotal = {
  account_id: string;
  day: string;
  amount: string;
};

type Instrument = {
  symbol: string;
  id: number;
  name: string;
  category: string;
  base: string;
  quote: string;
  settlement: string;
  tick: string;
  lot: string;
  min_amount: string;
  min_total: string;
  maker_fee_rate: string;
  taker_fee_rate: string;
  trades: string[];
  multiples: number[];
  tiers: Json;
  calendar: string;
  position: number;
  rank: number;
  max_price_age_ms: number;
  spread: number;
  house_depth: number | null;
  house_cap: number | null;
  breaker_jump: number | null;
  breaker_spread: number | null;
  countries: Generated<string[]>;
  halt: string | null;
  simulation: Json;
  version: string;
  liquidation_threshold: Generated<string>;
  overnight_rate: Generated<string>;
  exposure_cap: string | null;
  insurance_share: number | null;
  insurance_cap: number | null;
  open_interest_cap: number | null;
};

type InvestAccrual = {
  order_id: string;
  day: string;
  low: string;
  annual_rate: string;
  amount: string;
};

type InvestOrder = {
  id: GeneratedAlways<string>;
  user_id: string;
  product_id: number;
  section: string;
  side: string | null;
  symbol: string | null;
  currency: string;
  scale: number;
  other_currency: string | null;
  other_scale: number | null;
  price: string | null;
  annual_rate: string;
  penalty_ratio: string;
  days: number | null;
  share_size: string;
  amount: string;
  worth: string;
  need: Generated<string>;
  other_need: Generated<string>;
  matures_at: Time<null>;
  status: Generated<string>;
  accrued: Generated<string>;
  accrued_to: string | null;
  low: string | null;
  low_on: string | null;
  paid: string | null;
  paid_currency: string | null;
  penalty: string | null;
  created_at: Time;
  settled_at: Time<null>;
  renew: Generated<boolean>;
  renews: string | null;
};

type InvestProduct = {
  id: GeneratedAlways<number>;
  code: string;
  rolled: Generated<boolean>;
  section: string;
  side: string | null;
  symbol: string | null;
  currency: string;
  other_currency: string | null;
  name: Json<null>;
  description: Json<null>;
  price: string | null;
  annual_rate: string;
  penalty_ratio: Generated<string>;
  days: number | null;
  matures_at: Time<null>;
  volatility: string | null;
  share_size: string;
  total_shares: number;
  min_shares: Generated<number>;
  max_shares: number | null;
  sold: Generated<string>;
  opens_at: Time;
  closes_at: Time<null>;
  open: Generated<boolean>;
  version: Generated<number>;
  created_at: Time;
};

type InvestRate = {
  product_id: number;
  since: string;
  annual_rate: string;
};

type InvestSettlement = {
  symbol: string;
  at: Time;
  ticks: number;
  total: string | null;
  tick: string;
  first_number: string | null;
  last_number: string | null;
  settled_at: Time;
  kept: Generated<boolean>;
};

type JobLeft = {
  job: string;
  item: string;
  at: Time;
};

type Journal = {
  id: GeneratedAlways<string>;
  ref: string;
  kind: string;
  reference: string | null;
  at: Time;
};

type KnownDevice = {
  token_hash: Buffer;
  user_id: string | null;
  staff_id: string | null;
  last_seen_at: Time;
  id: GeneratedAlways<string>;
  revoked_at: Time<null>;
};

type LaunchOrder = {
  id: GeneratedAlways<string>;
  project_id: number;
  user_id: string;
  amount: string;
  pay_currency: string;
  pay_scale: number;
  price: string;
  paid: string;
  created_at: Time;
  status: Generated<string>;
  allotted: string | null;
  returned: string | null;
  sold_currency: string | null;
  sold: string | null;
};

type LaunchProject = {
  id: GeneratedAlways<number>;
  currency: string;
  scale: number;
  name: string;
  descriptions: Json;
  website: string | null;
  whitepaper: string | null;
  price: string;
  pay_currencies: string[];
  supply: string;
  user_cap: string;
  least: string;
  start_at: Time;
  end_at: Time;
  listing_at: Time;
  countries: Generated<string[]>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Time;
  turn: string | null;
  rate_supply: string | null;
  rate_weight: string | null;
  allotted: string | null;
  approved_count: number | null;
  allocated_at: Time<null>;
  listed_at: Time<null>;
  final_price: string | null;
  held_at: Time<null>;
};

type LaunchShare = {
  project_id: number;
  user_id: string;
  committed: string;
  orders: number;
  salt: string;
  hash: string;
  allotted: string | null;
  stage: Generated<string>;
};

type LaunchTotal = {
  project_id: number;
  part: number;
  committed: string;
  users: number;
};

type Lease = {
  name: string;
  holder: string;
  token: string;
  until: Time;
  reached_at: Time<null>;
};

type LedgerAccount = {
  id: GeneratedAlways<string>;
  owner_kind: string;
  user_id: string | null;
  name: string;
  part: string;
  currency: string;
  balance: Generated<string>;
};

type LedgerEntry = {
  id: GeneratedAlways<string>;
  journal_id: string;
  account_id: string;
  currency: string;
  amount: string;
  balance: string | null;
};

type LeverCharge = {
  position_id: string;
  kind: string;
  due: Time;
  user_id: string;
  quantity: string;
  charge: string;
  from_margin: string;
  shortfall: string;
  at: Time;
};

type LeverFill = {
  id: string;
  order_id: string;
  user_id: string;
  quantity: string;
  exact: string;
  fee: string;
  profit: string;
  maker: boolean;
  priced_at: Time;
  at: Time;
};

type LeverInsurance = {
  symbol: string;
  day: string;
  paid: string;
};

type LeverOrder = {
  id: string;
  position_id: string;
  user_id: string;
  symbol: string;
  purpose: string;
  side: string;
  kind: string;
  cause: string;
  price: string | null;
  stop_price: string | null;
  quantity: string;
  filled_quantity: Generated<string>;
  filled_exact: Generated<string>;
  fee: Generated<string>;
  profit: string | null;
  reserved: Generated<string>;
  status: string;
  ended: string | null;
  trigger_id: string | null;
  trigger_tick: string | null;
  trigger_price: string | null;
  created_at: Time;
  updated_at: Time;
  slippage: string | null;
};

type LeverPosition = {
  id: string;
  user_id: string;
  symbol: string;
  category: string;
  currency: string;
  side: string;
  mode: string;
  multiple: number;
  rate: string;
  threshold: string;
  closing_fee_rate: string;
  quantity: Generated<string>;
  entry_exact: Generated<string>;
  opened_quantity: Generated<string>;
  opened_exact: Generated<string>;
  closed_quantity: Generated<string>;
  closed_exact: Generated<string>;
  margin: Generated<string>;
  fee: Generated<string>;
  overnight_fee: Generated<string>;
  funding_fee: Generated<string>;
  realized: Generated<string>;
  shortfall: Generated<string>;
  status: string;
  close_reason: string | null;
  trigger_tick: string | null;
  trigger_price: string | null;
  source_id: string | null;
  created_at: Time;
  opened_at: Time<null>;
  closed_at: Time<null>;
  updated_at: Time;
  kind: string;
  price: string | null;
  ordered_quantity: string;
  required: Generated<string>;
  rate_fixed: Generated<boolean>;
  slippage: string | null;
};

type LeverTrigger = {
  id: string;
  position_id: string;
  user_id: string;
  symbol: string;
  kind: string;
  by: string;
  value: string;
  quantity: string | null;
  price: string | null;
  activation_price: string | null;
  best_price: string | null;
  status: string;
  tick: string | null;
  mark: string | null;
  created_at: Time;
  updated_at: Time;
};

type LeverageEvent = {
  id: string;
  user_id: string;
  position_id: string;
  symbol: string;
  kind: string;
  side: string;
  mode: string;
  multiple: number;
  quantity: string;
  open_quantity: string;
  price: string | null;
  tick: string;
  profit: string;
  fee: string;
  margin: string;
  currency: string;
  cause: string;
  source_id: string | null;
  at: Time;
  index_price: string | null;
};

type Loan = {
  id: string;
  user_id: string;
  terms_version: number;
  currency: string;
  collateral: string;
  principal: string;
  interest: string;
  penalty: Generated<string>;
  paid_principal: Generated<string>;
  paid_interest: Generated<string>;
  paid_penalty: Generated<string>;
  day_rate: string;
  overdue_rate: string;
  schedule: string;
  paid_at: Time;
  due_at: Time;
  interest_days: number;
  penalty_days: Generated<number>;
  next_at: Time<null>;
  instalment_at: Time<null>;
  collect_at: Time<null>;
  remind_at: Time<null>;
  warned: Generated<number>;
  watch_ratio: string;
  watch_price: string | null;
  rearm_ratio: string | null;
  rearm_price: string | null;
  judged_from: Time;
  state: Generated<string>;
  late: Generated<boolean>;
  ended_at: Time<null>;
};

type LoanApplication = {
  id: GeneratedAlways<string>;
  user_id: string;
  terms_version: number;
  money: string;
  currency: string;
  collateral: string;
  days: number;
  schedule: string;
  day_rate: string;
  vip_level: number;
  market_maker: boolean;
  contact: string;
  front_pic: string | null;
  reverse_pic: string | null;
  fangchan_pic: string | null;
  fangchan_pic1: string | null;
  qiche_pic: string | null;
  qiche_pic1: string | null;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  first_reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type LoanEvent = {
  id: GeneratedAlways<string>;
  application_id: string;
  kind: string;
  at: Time;
  amount: string;
  price: string | null;
};

type LoanTerms = {
  version: number;
  min_amount: string;
  max_amount: string;
  min_days: number;
  max_days: number;
  initial_ratio: string;
  warning_ratios: string[];
  liquidation_ratio: string;
  overdue_rate: string;
  liquidation_fee: string;
  min_repayment: string;
  maker_day_rate: string;
  at: Time;
  staff_id: string | null;
};

type LoanWatch = {
  currency: string;
  judged_until: Time;
  paused: string | null;
  paused_at: Time<null>;
};

type MachineLogin = {
  id: GeneratedAlways<string>;
  device_hash: Buffer;
  code_hash: Buffer;
  name: string;
  rights: Json;
  address: string;
  created_at: Time;
  expires_at: Time;
  staff_id: string | null;
  approved_at: Time<null>;
  rejected_at: Time<null>;
  taken_at: Time<null>;
};

type MachineToken = {
  id: GeneratedAlways<string>;
  staff_id: string;
  name: string;
  token_hash: Buffer;
  rights: Json;
  created_at: Time;
  expires_at: Time;
  last_used_at: Time<null>;
  revoked_at: Time<null>;
  binding_id: string | null;
  exchanged_hash: Buffer | null;
  workload: string | null;
};

type MarginWarning = {
  user_id: string;
  subject: string;
  warned_at: Time;
};

type MarketBar = {
  symbol_id: number;
  span: string;
  opening: Time;
  until: Time;
  bars: Buffer;
};

type MarketBlock = {
  symbol_id: number;
  minute: Time;
  number: string;
  ticks: Buffer;
};

type MarketFlag = {
  id: GeneratedAlways<string>;
  subject: string;
  user_id: string;
  evidence: number;
  figures: Json;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type MarketFormer = {
  id: number;
  symbol: string;
  tick: string;
  lot: string;
  price_factor: number;
  lot_factor: number;
};

type MarketHead = {
  at: Time;
  sequence: string;
  heads: Buffer;
  key: Buffer | null;
  signature: Buffer | null;
};

type MarketKept = {
  symbol_id: number;
  minute: Time;
  number: string;
  ticks: Buffer;
};

type MarketMaker = {
  user_id: string;
  staff_id: string;
  reason: string;
  at: Time;
};

type MarketMisfit = {
  symbol: string;
  reason: string;
};

type MarketState = {
  one: Generated<boolean>;
  sequence: string;
  at: Time;
  chains: Json;
  source: Json<null>;
};

type MarketStep = {
  sequence: string;
  at: Time;
  ticks: Buffer;
};

type MarketSymbol = {
  id: GeneratedAlways<number>;
  symbol: string;
  inventory: Generated<string>;
  start: string | null;
  tick: string | null;
  lot: string | null;
};

type MarketTape = {
  symbol: string;
  tick: string;
  lot: string;
  last: string;
  prints: Buffer;
};

type MarketWatch = {
  subject: string;
  horizon: string;
  fills: string;
  observations: string;
  edges: number;
  squares: number;
  results: Json;
  bets: Json;
};

type MarketWatchCursor = {
  horizon: string;
  reached_at: Time;
};

type MenuShortcut = {
  user_id: string;
  keys: string[];
};

type MessageDelivery = {
  id: string;
  channel: string;
  accepted_at: Time;
};

type MessagePreference = {
  user_id: string;
  changed: Json;
  details: Generated<boolean>;
};

type MessageRead = {
  user_id: string;
  message_id: string;
};

type MiningOrder = {
  id: GeneratedAlways<string>;
  user_id: string;
  product_id: number;
  version: number;
  currency: string;
  scale: number;
  amount: string;
  day_rates: string[];
  penalty_ratio: string;
  interest_total: string;
  interest_paid: Generated<string>;
  paid_days: Generated<number>;
  renew: Generated<boolean>;
  renews: string | null;
  created_at: Time;
  expires_at: Time;
  next_at: Time<null>;
  status: Generated<string>;
  penalty: string | null;
  closed_at: Time<null>;
};

type MiningProduct = {
  id: GeneratedAlways<number>;
  product: string;
  currency: string;
  demonstration: Generated<boolean>;
};

type MiningTerms = {
  product_id: number;
  version: number;
  valid_from: Time;
  names: Json;
  descriptions: Json;
  day_rates: string[];
  min_amount: string;
  purchase_limit: string | null;
  penalty_ratio: string;
  open: Generated<boolean>;
  opens_at: Time;
  closes_at: Time<null>;
};

type NftApplication = {
  id: GeneratedAlways<string>;
  user_id: string;
  name: string;
  biography: string;
  pictures: string[];
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type NftArtist = {
  id: GeneratedAlways<number>;
  code: string;
  user_id: string | null;
  name: string;
  biographies: Json;
  avatar: string | null;
  cover: string | null;
  followers: Generated<number>;
  volume: Generated<string>;
  shown: Generated<boolean>;
  created_at: Time;
  closed_at: Time<null>;
  avatar_upload: Generated<string | null>;
  cover_upload: Generated<string | null>;
};

type NftBid = {
  id: GeneratedAlways<string>;
  sale_id: string;
  user_id: string;
  price: string;
  at: Time;
};

type NftBox = {
  series_id: string;
  number: number;
  item_id: string;
  user_id: string;
  order_id: string;
  price: string;
  worth: string;
  buyer_seed: string;
  paid_at: Time;
  round: string | null;
  receipt: string;
  state: Generated<string>;
  settled_at: Time<null>;
  drawn_work_id: string | null;
  drawn_item_id: string | null;
  opened_at: Time<null>;
};

type NftChainNonce = {
  chain_id: string;
  signer: string;
  next: string;
};

type NftCollection = {
  id: GeneratedAlways<number>;
  code: string;
  artist_id: number | null;
  names: Json;
  descriptions: Json;
  cover: string | null;
  created_at: Time;
};

type NftCollector = {
  artist_id: number;
  user_id: string;
  net: string;
};

type NftContract = {
  contract: string;
};

type NftDrawCheckpoint = {
  series_id: string;
  number: number;
  sealed: Buffer;
};

type NftFavourite = {
  user_id: string;
  work_id: string;
  at: Time;
};

type NftFile = {
  name: string;
  bytes: number;
  created_at: Time;
};

type NftFollow = {
  user_id: string;
  artist_id: number;
  at: Time;
};

type NftItem = {
  id: GeneratedAlways<string>;
  work_id: string;
  edition: number;
  code: string;
  owner_id: string | null;
  sale_id: string | null;
  acquired_at: Time<null>;
  opened_at: Time<null>;
  withdrawn_at: Time<null>;
  created_at: Time;
  box_sale_id: string | null;
};

type NftMessage = {
  id: GeneratedAlways<string>;
  user_id: string;
  sale_id: string;
  order_id: string | null;
  kind: string;
  amount: string | null;
  at: Time;
  read_at: Time<null>;
};

type NftMetadata = {
  sha256: string;
  work_id: string;
  body: string;
  created_at: Time;
};

type NftMint = {
  tx_hash: string;
  withdrawal_id: string;
  nonce: string;
  raw: string;
  max_fee: string;
  signed_at: Time;
  signer: string | null;
};

type NftOrder = {
  id: GeneratedAlways<string>;
  user_id: string;
  sale_id: string;
  work_id: string;
  item_id: string | null;
  kind: string;
  price: string;
  paid: string;
  due: string;
  currency: string;
  scale: number;
  status: string;
  place: number | null;
  pay_until: Time<null>;
  created_at: Time;
  settled_at: Time<null>;
};

type NftPrize = {
  series_id: string;
  place: number;
  work_id: string;
  count: number;
};

type NftProvenance = {
  id: GeneratedAlways<string>;
  item_id: string;
  work_id: string;
  kind: string;
  from_id: string | null;
  to_id: string | null;
  order_id: string | null;
  price: string | null;
  currency: string | null;
  worth: string | null;
  reference: string | null;
  at: Time;
  scale: number | null;
};

type NftRound = {
  chain_hash: string;
  round: string;
  signature: string;
  at: Time;
};

type NftSale = {
  id: GeneratedAlways<string>;
  work_id: string;
  item_id: string | null;
  code: string;
  latest: Generated<boolean>;
  sale_type: string;
  resale: boolean;
  seller_id: string | null;
  currency: string;
  scale: number;
  price: string;
  stock: number;
  sold: Generated<number>;
  deposit: string | null;
  increment: string | null;
  ask: string;
  worth: string;
  top_bid_id: string | null;
  top_bidder_id: string | null;
  bids: Generated<number>;
  start_at: Time;
  end_at: Time<null>;
  state: Generated<string>;
  fee_bp: number;
  royalty_bp: number;
  forfeit_bp: number;
  demonstration: string | null;
  closed_at: Time<null>;
  created_at: Time;
  proceeds: string | null;
  deposit_bp: Generated<number>;
};

type NftSeries = {
  id: GeneratedAlways<string>;
  work_id: string;
  sale_id: string;
  terms: string;
  commitment: string;
  seed_sealed: Buffer;
  seed: string | null;
  chain_hash: string | null;
  silence_days: number;
  state: Generated<string>;
  last_receipt: string;
  last_paid_at: Time;
  demonstration: string | null;
  closed_at: Time<null>;
  created_at: Time;
};

type NftSubmission = {
  id: GeneratedAlways<string>;
  user_id: string;
  artist_id: number;
  upload_id: string | null;
  poster_id: string | null;
  title: string;
  description: string;
  properties: Json;
  media: Json;
  rarity: string;
  royalty_bp: number;
  editions: number;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  work_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type NftUpload = {
  id: GeneratedAlways<string>;
  user_id: string;
  type: string;
  media: Json;
  created_at: Time;
};

type NftUploadFile = {
  upload_id: string;
  name: string;
};

type NftWithdrawal = {
  id: GeneratedAlways<string>;
  user_id: string;
  item_id: string;
  address: string;
  chain_id: string;
  contract: string;
  uri: string;
  royalty_bp: number;
  state: Generated<string>;
  signer: string | null;
  nonce: string | null;
  block_number: string | null;
  confirmations: Generated<number>;
  tx_hash: string | null;
  created_at: Time;
  finished_at: Time<null>;
};

type NftWork = {
  id: GeneratedAlways<string>;
  code: string;
  artist_id: number;
  collection_id: number | null;
  type: string;
  names: Json;
  descriptions: Json;
  properties: Json;
  rarity: string;
  media: Json;
  royalty_bp: number;
  editions: number;
  blind_box: Generated<boolean>;
  search: string;
  grams: string[];
  shown: Generated<boolean>;
  created_at: Time;
};

type OptionCurrency = {
  currency: string;
  min_stake: string;
  max_stake: string;
  rank: number;
};

type OptionDay = {
  day: string;
  currency: string;
  won: Generated<number>;
  tied: Generated<number>;
  lost: Generated<number>;
  returned: Generated<number>;
  staked: Generated<string>;
  fees: Generated<string>;
  paid: Generated<string>;
};

type OptionMovement = {
  symbol: string;
  symbol_id: number;
  at: Time;
  variance: number;
  step: number;
  minutes: number;
};

type OptionOrder = {
  id: GeneratedAlways<string>;
  user_id: string;
  symbol: string;
  currency: string;
  scale: number;
  direction: string;
  seconds: number;
  stake: string;
  fee: string;
  ratio: string;
  exposure: string;
  tick: string;
  symbol_id: number;
  max_age: number;
  accepted_at: Time;
  entry_at: Time;
  expires_at: Time;
  status: Generated<string>;
  strike_number: string | null;
  strike_at: Time<null>;
  strike: string | null;
  settlement_number: string | null;
  settlement_times: Times<null>;
  settlement_prices: string[] | null;
  result: string | null;
  reason: string | null;
  payout: string | null;
  settled_at: Time<null>;
  kept: Generated<boolean>;
  rules: Generated<number>;
};

type OptionPause = {
  symbol: string;
  seconds: number;
  kind: string;
  since: Time;
  moves: number | null;
  evidence: number | null;
};

type OptionTerm = {
  seconds: number;
  ratio: string;
  fee_rate: Generated<string>;
  min_stake: string;
  max_stake: string;
  open: Generated<boolean>;
};

type OptionWatch = {
  subject: string;
  won: Generated<string>;
  lost: Generated<string>;
  tied: Generated<string>;
  result: Generated<number>;
  purse: Json;
};

type OptionWatchCursor = {
  one: Generated<boolean>;
  reached_at: Time;
};

type OutboxMessage = {
  id: GeneratedAlways<string>;
  channel: string;
  recipient: string;
  subject: string;
  body: string;
  at: Time;
};

type Passkey = {
  id: GeneratedAlways<string>;
  holder: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  synced: boolean;
  name: string;
  created_at: Time;
  last_used_at: Time<null>;
  approves_from: Time<null>;
};

type PasskeyChallenge = {
  challenge: Buffer;
  purpose: string;
  holder: string | null;
  session_id: string | null;
  nonce: Buffer | null;
  expires_at: Time;
};

type PayeeAddress = {
  id: GeneratedAlways<string>;
  user_id: string;
  currency: string;
  network: string;
  name: string;
  tag: string | null;
  address: string;
  qrcode: string | null;
  created_at: Time;
  usable_at: Time;
  deleted_at: Time<null>;
};

type PayeeCard = {
  id: GeneratedAlways<string>;
  user_id: string;
  kind: string;
  real_name: string;
  card_number: string | null;
  bank_name: string;
  province_city: string;
  branch: string;
  phone: string;
  bank_network: string | null;
  swift_code: string | null;
  aba_number: string | null;
  cardholder_address: string | null;
  created_at: Time;
  usable_at: Time;
  deleted_at: Time<null>;
  card_sealed: Buffer | null;
  card_hash: Buffer | null;
  card_last4: string;
};

type PayeeWhitelist = {
  user_id: string;
  on_since: Time;
  off_at: Time<null>;
};

type Payment = {
  id: GeneratedAlways<string>;
  sender_id: string;
  recipient_id: string;
  account: string;
  currency: string;
  amount: string;
  value: string;
  at: Time;
};

type PriceAlert = {
  id: GeneratedAlways<string>;
  user_id: string;
  symbol: string;
  kind: string;
  direction: string;
  level: string;
  repeats: boolean;
  pause_minutes: number;
  status: string;
  armed: boolean;
  created_at: Time;
  since: Time;
  told_at: Time<null>;
  told_level: string | null;
};

type ProofKey = {
  only_row: Generated<boolean>;
  key: Buffer;
};

type PushSubscription = {
  id: GeneratedAlways<string>;
  user_id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Time;
};

type QuickBuyAccount = {
  id: GeneratedAlways<number>;
  fiat: string;
  account_name: string;
  iban: string | null;
  account_number: string | null;
  beneficiary_country: string;
  swift: string;
  bank_name: string;
  bank_address: string;
  demonstration: Generated<boolean>;
  open: Generated<boolean>;
};

type QuickBuyDispute = {
  id: string;
  payment: string;
  amount: string;
  at: Time;
};

type QuickBuyEvent = {
  id: string;
  type: string;
  order_id: string | null;
  at: Time;
};

type QuickBuyMethod = {
  method: string;
  rank: number;
  provider: string;
  open: Generated<boolean>;
  countries: string[];
  fiats: string[];
  fee_rate: string;
  min: string;
  max: string;
  pay_within: number;
};

type QuickBuyOrder = {
  id: GeneratedAlways<string>;
  user_id: string;
  reference: string;
  country: string;
  method: string;
  provider: string;
  currency: string;
  scale: number;
  fiat: string;
  amount: string;
  rate: string;
  fee_rate: string;
  fee: string;
  net: string;
  price: string;
  receive: string;
  payer: string;
  email: string;
  phone: string;
  tax_id: string | null;
  bank: Json<null>;
  demonstration: Generated<boolean>;
  status: Generated<string>;
  cause: string | null;
  late: Generated<boolean>;
  reason: string | null;
  voucher: string | null;
  session: string | null;
  session_url: string | null;
  payment: string | null;
  paid: string | null;
  paid_fiat: string | null;
  paid_at: Time<null>;
  returned: Generated<string>;
  credited: string | null;
  credited_fee: string | null;
  taken_back: Generated<string>;
  owed: Generated<string>;
  reviewer_id: string | null;
  first_reviewer_id: string | null;
  reviewed_at: Time<null>;
  created_at: Time;
  pay_by: Time;
  least: string | null;
  brings: string | null;
  refunded: Generated<string>;
  returned_before: Generated<string>;
};

type QuickBuyPayment = {
  payment: string;
  order_id: string;
};

type QuickBuyQuote = {
  user_id: string;
  id: string;
  country: string;
  method: string;
  currency: string;
  fiat: string;
  amount: string;
  rate: string;
  fee_rate: string;
  fee: string;
  net: string;
  price: string;
  receive: string;
  made_at: Time;
};

type QuickBuyStep = {
  order_id: string;
  number: number;
  status: string;
  at: Time;
};

type QuizBet = {
  id: GeneratedAlways<string>;
  round_id: string;
  user_id: string;
  place: number;
  outcome: number;
  stake: string;
  price: string;
  accepted_at: Time;
  status: Generated<string>;
  payout: string | null;
  settled_at: Time<null>;
};

type QuizDispute = {
  id: GeneratedAlways<string>;
  round_id: string;
  user_id: string;
  proposed_at: Time;
  text: string;
  at: Time;
};

type QuizPool = {
  round_id: string;
  outcome: number;
  staked: Generated<string>;
  shown: Generated<string>;
};

type QuizQuestion = {
  round_id: string;
  title: Json;
  description: Json;
  labels: Json;
  source_name: string;
  source_url: string;
  asked_by: string;
  asked_at: Time;
  approved_by: string | null;
  approved_at: Time<null>;
  proposed: number | null;
  proposed_by: string | null;
  proposed_at: Time<null>;
  evidence: string | null;
  evidence_url: string | null;
  disputable_until: Time<null>;
  confirmed_by: string | null;
  confirmed_at: Time<null>;
};

type QuizRejection = {
  id: GeneratedAlways<string>;
  round_id: string;
  outcome: number;
  proposed_by: string;
  rejected_by: string;
  at: Time;
};

type QuizRound = {
  id: GeneratedAlways<string>;
  kind: string;
  series_id: number | null;
  symbol: string | null;
  currency: string;
  scale: number;
  outcomes: number;
  min_stake: string;
  max_stake: string;
  user_cap: string;
  pool_cap: string;
  rake: string;
  opens_at: Time;
  closes_at: Time;
  decides_at: Time;
  entry_at: Time<null>;
  tick: string | null;
  symbol_id: number | null;
  max_age: number | null;
  offsets: string[] | null;
  strike_number: string | null;
  strike_at: Time<null>;
  strike: string | null;
  staked: Generated<string>;
  users: Generated<number>;
  bets: Generated<number>;
  state: Generated<string>;
  outcome: number | null;
  reason: string | null;
  settlement_number: string | null;
  settlement_times: Times<null>;
  settlement_prices: string[] | null;
  prize: string | null;
  winning: string | null;
  rake_paid: string | null;
  left_over: number | null;
  decided_at: Time<null>;
  settled_at: Time<null>;
  kept: Generated<boolean>;
  rules: Generated<number>;
  ranges: Generated<number>;
};

type QuizSeries = {
  id: number;
  kind: string;
  symbol: string;
  currency: string;
  offsets: string[] | null;
  min_stake: string;
  max_stake: string;
  user_cap: string;
  pool_cap: string;
  rake: Generated<string>;
  open: Generated<boolean>;
};

type QuizStake = {
  round_id: string;
  user_id: string;
  staked: string;
};

type RecoveryCode = {
  holder: string;
  code_hash: string;
  salt: Buffer;
  used_at: Time<null>;
  approves_from: Time<null>;
};

type ReferralClaim = {
  id: GeneratedAlways<string>;
  user_id: string;
  at: Time;
};

type ReferralDay = {
  day: string;
  booked_at: Time;
};

type ReferralFee = {
  user_id: string;
  currency: string;
  net: string;
  rebated: Generated<string>;
};

type ReferralReward = {
  id: GeneratedAlways<string>;
  user_id: string;
  invited_user_id: string;
  level: number;
  day: string;
  currency: string;
  base: string;
  rate: string;
  amount: string;
  claim_id: string | null;
};

type ReferralTerm = {
  level: number;
  rate: string;
};

type ReleaseRight = {
  id: GeneratedAlways<string>;
  staff_id: string;
  action: string;
  remote: string;
  environment: string;
  percent: string | null;
  valid_from: Time<null>;
  valid_until: Time<null>;
  granted_at: Time;
  ended_at: Time<null>;
};

type Session = {
  id: GeneratedAlways<string>;
  user_id: string;
  token_hash: Buffer;
  device: string;
  address: string;
  created_at: Time;
  last_seen_at: Time;
  expires_at: Time;
  ended_at: Time<null>;
  confirmed_at: Time<null>;
  key_thumbprint: string | null;
  browser_hash: Buffer | null;
};

type Setting = {
  keyword: string;
  value: string;
  public: Generated<boolean>;
};

type SignerAsset = {
  chain: string;
  currency: string;
  contract: string | null;
  decimals: number;
  identity: string | null;
  confirmations: number | null;
  finality: string | null;
};

type SmsSent = {
  day: string;
  country: string;
  kind: string;
  sent: number;
};

type SpotFill = {
  id: string;
  order_id: string;
  price: string;
  amount: string;
  quote_amount: string;
  fee: string;
  maker: boolean;
  at: Time;
  priced_at: Time<null>;
};

type SpotOrder = {
  id: string;
  user_id: string;
  symbol: string;
  base: string;
  quote: string;
  side: string;
  kind: string;
  price: string | null;
  amount: string | null;
  quote_amount: string | null;
  filled_amount: Generated<string>;
  filled_exact: Generated<string>;
  filled_quote_amount: Generated<string>;
  reserved: Generated<string>;
  fee: Generated<string>;
  fee_currency: string;
  status: string;
  created_at: Time;
  updated_at: Time;
  time_in_force: Generated<string>;
  post_only: Generated<boolean>;
  ended: string | null;
  carried: Generated<boolean>;
  stop_price: string | null;
  stop_limit: string | null;
  stop_when: string | null;
  trigger_tick: string | null;
  triggered_at: Time<null>;
  take_profit: string | null;
  stop_loss: string | null;
  stop_loss_limit: string | null;
  parent_id: string | null;
  exit_id: string | null;
  covered: Generated<string>;
  revision: Generated<number>;
};

type StaffAction = {
  id: GeneratedAlways<string>;
  staff_id: string;
  action: string;
  subject: string;
  reason: string | null;
  at: Time;
};

type StaffApproval = {
  queue: string;
  item_id: string;
  staff_id: string;
  terms: Json;
  at: Time;
};

type StaffChange = {
  id: GeneratedAlways<string>;
  call: string;
  input: Json;
  hash: string;
  summary: string;
  reason: string;
  state: Generated<string>;
  proposed_by: string;
  proposed_at: Time;
  decided_by: string | null;
  decided_at: Time<null>;
  runs_at: Time<null>;
  ended_at: Time<null>;
  failure: string | null;
  expires_at: Time;
  untold: Generated<boolean>;
};

type StaffClaim = {
  queue: string;
  item_id: string;
  staff_id: string;
  until: Time;
};

type StaffCredit = {
  id: GeneratedAlways<string>;
  staff_id: string;
  user_id: string;
  source: string;
  value: string;
  at: Time;
};

type StaffMember = {
  id: GeneratedAlways<string>;
  account: string;
  name: string;
  role: string;
  password_hash: string;
  disabled: Generated<boolean>;
  created_at: Time;
};

type StaffSession = {
  id: GeneratedAlways<string>;
  staff_id: string;
  token_hash: Buffer;
  created_at: Time;
  expires_at: Time;
  ended_at: Time<null>;
  confirmed_at: Time<null>;
  last_seen_at: Time;
  key_thumbprint: string | null;
  browser_hash: Buffer | null;
};

type StatementLink = {
  user_id: string;
  token_hash: Buffer;
  request: Json;
  until: Time;
  opened: Generated<boolean>;
  session_id: string | null;
};

type SupportAgent = {
  staff_id: string;
  on_duty: boolean;
  seen_at: Time;
};

type SupportConversation = {
  id: GeneratedAlways<string>;
  user_id: string | null;
  contact: string | null;
  reference: string;
  channel: string;
  title: string | null;
  language: string;
  status: string;
  assignee_id: string | null;
  restricted: Generated<boolean>;
  last_seq: Generated<number>;
  user_delivered: Generated<number>;
  user_seen: Generated<number>;
  staff_delivered: Generated<number>;
  staff_seen: Generated<number>;
  mailed: Generated<number>;
  rating: number | null;
  comment: string | null;
  created_at: Time;
  last_at: Time;
  waiting_since: Time<null>;
  first_reply_at: Time<null>;
  resolved_at: Time<null>;
  snoozed_until: Time<null>;
};

type SupportMessage = {
  conversation_id: string;
  seq: number;
  kind: string;
  author: string;
  staff_id: string | null;
  body: string;
  picture: string | null;
  client_id: string | null;
  at: Time;
};

type SupportNote = {
  id: GeneratedAlways<string>;
  conversation_id: string;
  staff_id: string;
  client_id: string;
  body: string;
  at: Time;
};

type SupportReply = {
  id: GeneratedAlways<string>;
  name: string;
  texts: Json;
  updated_by: string | null;
  updated_at: Time;
};

type TradeProgress = {
  one: Generated<boolean>;
  told_until: Time;
};

type TradeWaiting = {
  id: GeneratedAlways<string>;
  user_id: string;
  topic: string;
  kind: string;
  market: string;
  symbol: string;
  amount: string;
  price: string | null;
  currency: string | null;
};

type TradingPlan = {
  id: GeneratedAlways<string>;
  user_id: string;
  key: string;
  kind: string;
  symbol: string;
  base: string;
  quote: string;
  side: string;
  amount: string | null;
  quote_amount: string | null;
  limit_price: string | null;
  price_from: string | null;
  price_to: string | null;
  sizes: string | null;
  tick: string;
  lot: string;
  every: string;
  interval_seconds: number | null;
  slots: number | null;
  starts_at: Time;
  created_at: Time;
  status: string;
  ended: string | null;
  ended_at: Time<null>;
  next_slot: Generated<number>;
  next_at: Time<null>;
  refusal: string | null;
  refusals: Generated<number>;
};

type TradingPlanOrder = {
  plan_id: string;
  slot: number;
  order_id: string | null;
  refusal: string | null;
  at: Time;
};

type TradingResult = {
  user_id: string;
  day: Time;
  result: string;
  losses: number;
  last_loss_at: Time<null>;
};

type TreasuryChange = {
  id: GeneratedAlways<string>;
  kind: string;
  chain: string | null;
  currency: string | null;
  address: string | null;
  low: string | null;
  high: string | null;
  amount: string | null;
  reference: string | null;
  reason: string;
  staff_id: string;
  at: Time;
};

type TreasuryCost = {
  transaction_id: string;
  txid: string;
  height: string;
  fee: string;
  succeeded: boolean;
};

type TreasuryDifference = {
  id: GeneratedAlways<string>;
  chain: string;
  reason: string;
  currency: string;
  subject: string;
  units: string;
  first_height: string;
  height: string;
  seen_at: Time;
  gone_at: Time<null>;
  halted_units: string | null;
};

type TreasuryHolding = {
  chain: string;
  currency: string;
  role: string;
  addresses: number;
  opening: string;
  arrived: string;
  paid: string;
  fees: string;
  moved: string;
  held: string;
};

type TreasuryOpening = {
  chain: string;
  address: string;
  currency: string;
  units: string;
  height: string;
  nonce: string | null;
};

type TreasuryRun = {
  chain: string;
  height: string | null;
  at: Time<null>;
  problem: string | null;
  halted_for: string | null;
  halted_at: Time<null>;
};

type Upload = {
  name: string;
  user_id: string | null;
  private: Generated<boolean>;
  at: Time;
  stored: Generated<boolean>;
  sealed_with: string | null;
  bytes: number | null;
  sha256: Buffer | null;
  look: string | null;
  used: Generated<boolean>;
  staff_id: string | null;
};

type UploadView = {
  name: string;
  user_id: string;
  day: string;
  views: number;
  last_at: Time;
};

type UserAccount = {
  id: GeneratedAlways<string>;
  uid: string;
  email: string | null;
  mobile: string | null;
  password_hash: string;
  pay_password_hash: string | null;
  nickname: string;
  signature: Generated<string>;
  avatar: string | null;
  verification_level: Generated<number>;
  vip_level: Generated<number>;
  fiat: Generated<string>;
  language: Generated<string>;
  extension_code: string;
  invited_by: string | null;
  disabled: Generated<boolean>;
  withdrawals_blocked_until: Time<null>;
  created_at: Time;
  anti_phishing: string | null;
  shared_mobile: string | null;
  document_country: string | null;
  frozen_at: Time<null>;
  closed_at: Time<null>;
  avatar_upload: Generated<string | null>;
  demonstration: Generated<boolean>;
  pay_password_set_at: Time<null>;
};

type UserConsent = {
  user_id: string;
  document: string;
  version: string;
  language: string;
  agreed_at: Time;
};

type UserMessage = {
  id: GeneratedAlways<string>;
  user_id: string;
  kind: string;
  named: Json;
  reference: string;
  at: Time;
  in_centre: Generated<boolean>;
  read: Generated<boolean>;
};

type ValuationPrice = {
  day: string;
  currency: string;
  price: string;
};

type ValueCarried = {
  payer_id: string;
  payee_id: string;
  hour: Time;
  value: string;
  traded: string;
};

type ValueExcused = {
  payer_id: string;
  payee_id: string;
  hour: Time;
  value: string;
  traded: string;
};

type ValueOut = {
  id: GeneratedAlways<string>;
  user_id: string;
  payee_id: string | null;
  call: string;
  value: string;
  approved: boolean;
  at: Time;
};

type VerificationCode = {
  id: GeneratedAlways<string>;
  target: string;
  scene: string;
  code_hash: Buffer;
  created_at: Time;
  expires_at: Time;
  used_at: Time<null>;
  counted: Generated<string[]>;
  link_hash: Buffer | null;
  place: Generated<string>;
  tried: Json<null>;
  terms_hash: Buffer | null;
};

type VerificationRequest = {
  id: GeneratedAlways<string>;
  user_id: string;
  real_type: number;
  id_type: string;
  name: string;
  card_id: string;
  front_pic: string | null;
  reverse_pic: string | null;
  state: Generated<string>;
  reason: string | null;
  submitted_at: Time;
  reviewed_at: Time<null>;
  reviewer_id: string | null;
  country: string | null;
};

type VipDay = {
  user_id: string;
  day: string;
  volume: string;
  balance: string;
};

type VipHead = {
  one: Generated<boolean>;
  version: string;
};

type VipLevel = {
  level: number;
  volume: string;
  balance: string;
  fee_discount: string;
  withdrawal_factor: string;
  loan_limit: string | null;
  loan_day_rate: string | null;
};

type VipRun = {
  day: string;
  at: Time;
};

type VisaApplication = {
  id: GeneratedAlways<string>;
  user_id: string;
  nation: string;
  address: string;
  phone: string;
  total: string;
  front_pic: string | null;
  reverse_pic: string | null;
  status: Generated<string>;
  reason: string | null;
  reviewer_id: string | null;
  created_at: Time;
  reviewed_at: Time<null>;
};

type WalletFlow = {
  user_id: string;
  journal_id: string;
  currency: string;
  kind: string;
  at: Time;
  amount: string;
  price: string;
  value: string;
};

type WalletSnapshot = {
  user_id: string;
  day: string;
  total: string;
};

type WalletSnapshotDay = {
  day: string;
  at: Time;
  entry_id: string;
};

type WatchlistGroup = {
  id: GeneratedAlways<string>;
  user_id: string;
  name: string;
  symbols: Generated<string[]>;
  position: Generated<string>;
};

type WatchlistItem = {
  user_id: string;
  symbol: string;
  position: GeneratedAlways<string>;
};

type Withdrawal = {
  id: GeneratedAlways<string>;
  user_id: string;
  currency: string;
  network: string;
  way: string;
  target: string;
  card_id: string | null;
  amount: string;
  fee: string;
  value_btc: string;
  value_usdt: string;
  status: Generated<string>;
  txid: string | null;
  reason: string | null;
  reviewer_id: string | null;
  first_reviewer_id: string | null;
  created_at: Time;
  first_returner_id: string | null;
};

type WithdrawalNetwork = {
  currency: string;
  network: string;
  chain: string | null;
  position: number;
  open: Generated<boolean>;
  fee: string;
  min_amount: string;
};

type WithdrawalStep = {
  withdrawal_id: string;
  status: string;
  at: Time;
  staff_id: string | null;
};

export type Schema = {
  account_request: AccountRequest;
  announcement_seen: AnnouncementSeen;
  authenticator: Authenticator;
  authenticator_enrolment: AuthenticatorEnrolment;
  brake: Brake;
  calendar: Calendar;
  calendar_holiday: CalendarHoliday;
  catalogue_change: CatalogueChange;
  catalogue_head: CatalogueHead;
  chain: Chain;
  chain_block: ChainBlock;
  chain_deposit: ChainDeposit;
  chain_input: ChainInput;
  chain_movement: ChainMovement;
  chain_movement_source: ChainMovementSource;
  chain_movement_unlisted: ChainMovementUnlisted;
  chain_payout: ChainPayout;
  chain_payout_approval: ChainPayoutApproval;
  chain_sweep_hold: ChainSweepHold;
  chain_token: ChainToken;
  chain_token_history: ChainTokenHistory;
  chain_transaction: ChainTransaction;
  chain_transaction_version: ChainTransactionVersion;
  chain_wallet: ChainWallet;
  chain_watch: ChainWatch;
  chart_drawing: ChartDrawing;
  chart_indicator: ChartIndicator;
  chat_ban: ChatBan;
  chat_held: ChatHeld;
  chat_member: ChatMember;
  chat_message: ChatMessage;
  chat_mute: ChatMute;
  chat_reaction: ChatReaction;
  chat_reading: ChatReading;
  chat_report: ChatReport;
  chat_reporter: ChatReporter;
  chat_room: ChatRoom;
  ci_binding: CiBinding;
  compromised_window: CompromisedWindow;
  content_item: ContentItem;
  content_text: ContentText;
  content_vote: ContentVote;
  conversion: Conversion;
  conversion_flow: ConversionFlow;
  conversion_quote: ConversionQuote;
  copy_account: CopyAccount;
  copy_application: CopyApplication;
  copy_cost: CopyCost;
  copy_cursor: CopyCursor;
  copy_follow: CopyFollow;
  copy_source: CopySource;
  copy_statement: CopyStatement;
  copy_suspension: CopySuspension;
  copy_trade: CopyTrade;
  copy_trader: CopyTrader;
  cost_state: CostState;
  counted_attempt: CountedAttempt;
  coupon: Coupon;
  coupon_campaign: CouponCampaign;
  coupon_payment: CouponPayment;
  coupon_progress: CouponProgress;
  coupon_waiting: CouponWaiting;
  currency: Currency;
  data_export: DataExport;
  data_step: DataStep;
  deposit_address: DepositAddress;
  deposit_alike: DepositAlike;
  deposit_claim: DepositClaim;
  deposit_debt: DepositDebt;
  deposit_network: DepositNetwork;
  deposit_transaction: DepositTransaction;
  deposit_transaction_other: DepositTransactionOther;
  factor_removal: FactorRemoval;
  feedback: Feedback;
  fiat_rates: FiatRates;
  funding_premium: FundingPremium;
  funds_leaf: FundsLeaf;
  funds_publication: FundsPublication;
  funds_tree: FundsTree;
  health_write: HealthWrite;
  holding_rate: HoldingRate;
  house_sum: HouseSum;
  idempotency_key: IdempotencyKey;
  income_total: IncomeTotal;
  instrument: Instrument;
  invest_accrual: InvestAccrual;
  invest_order: InvestOrder;
  invest_product: InvestProduct;
  invest_rate: InvestRate;
  invest_settlement: InvestSettlement;
  job_left: JobLeft;
  journal: Journal;
  known_device: KnownDevice;
  launch_order: LaunchOrder;
  launch_project: LaunchProject;
  launch_share: LaunchShare;
  launch_total: LaunchTotal;
  lease: Lease;
  ledger_account: LedgerAccount;
  ledger_entry: LedgerEntry;
  lever_charge: LeverCharge;
  lever_fill: LeverFill;
  lever_insurance: LeverInsurance;
  lever_order: LeverOrder;
  lever_position: LeverPosition;
  lever_trigger: LeverTrigger;
  leverage_event: LeverageEvent;
  loan: Loan;
  loan_application: LoanApplication;
  loan_event: LoanEvent;
  loan_terms: LoanTerms;
  loan_watch: LoanWatch;
  machine_login: MachineLogin;
  machine_token: MachineToken;
  margin_warning: MarginWarning;
  market_bar: MarketBar;
  market_block: MarketBlock;
  market_flag: MarketFlag;
  market_former: MarketFormer;
  market_head: MarketHead;
  market_kept: MarketKept;
  market_maker: MarketMaker;
  market_misfit: MarketMisfit;
  market_state: MarketState;
  market_step: MarketStep;
  market_symbol: MarketSymbol;
  market_tape: MarketTape;
  market_watch: MarketWatch;
  market_watch_cursor: MarketWatchCursor;
  menu_shortcut: MenuShortcut;
  message_delivery: MessageDelivery;
  message_preference: MessagePreference;
  message_read: MessageRead;
  mining_order: MiningOrder;
  mining_product: MiningProduct;
  mining_terms: MiningTerms;
  nft_application: NftApplication;
  nft_artist: NftArtist;
  nft_bid: NftBid;
  nft_box: NftBox;
  nft_chain_nonce: NftChainNonce;
  nft_collection: NftCollection;
  nft_collector: NftCollector;
  nft_contract: NftContract;
  nft_draw_checkpoint: NftDrawCheckpoint;
  nft_favourite: NftFavourite;
  nft_file: NftFile;
  nft_follow: NftFollow;
  nft_item: NftItem;
  nft_message: NftMessage;
  nft_metadata: NftMetadata;
  nft_mint: NftMint;
  nft_order: NftOrder;
  nft_prize: NftPrize;
  nft_provenance: NftProvenance;
  nft_round: NftRound;
  nft_sale: NftSale;
  nft_series: NftSeries;
  nft_submission: NftSubmission;
  nft_upload: NftUpload;
  nft_upload_file: NftUploadFile;
  nft_withdrawal: NftWithdrawal;
  nft_work: NftWork;
  option_currency: OptionCurrency;
  option_day: OptionDay;
  option_movement: OptionMovement;
  option_order: OptionOrder;
  option_pause: OptionPause;
  option_term: OptionTerm;
  option_watch: OptionWatch;
  option_watch_cursor: OptionWatchCursor;
  outbox_message: OutboxMessage;
  passkey: Passkey;
  passkey_challenge: PasskeyChallenge;
  payee_address: PayeeAddress;
  payee_card: PayeeCard;
  payee_whitelist: PayeeWhitelist;
  payment: Payment;
  price_alert: PriceAlert;
  proof_key: ProofKey;
  push_subscription: PushSubscription;
  quick_buy_account: QuickBuyAccount;
  quick_buy_dispute: QuickBuyDispute;
  quick_buy_event: QuickBuyEvent;
  quick_buy_method: QuickBuyMethod;
  quick_buy_order: QuickBuyOrder;
  quick_buy_payment: QuickBuyPayment;
  quick_buy_quote: QuickBuyQuote;
  quick_buy_step: QuickBuyStep;
  quiz_bet: QuizBet;
  quiz_dispute: QuizDispute;
  quiz_pool: QuizPool;
  quiz_question: QuizQuestion;
  quiz_rejection: QuizRejection;
  quiz_round: QuizRound;
  quiz_series: QuizSeries;
  quiz_stake: QuizStake;
  recovery_code: RecoveryCode;
  referral_claim: ReferralClaim;
  referral_day: ReferralDay;
  referral_fee: ReferralFee;
  referral_reward: ReferralReward;
  referral_term: ReferralTerm;
  release_right: ReleaseRight;
  session: Session;
  setting: Setting;
  signer_asset: SignerAsset;
  sms_sent: SmsSent;
  spot_fill: SpotFill;
  spot_order: SpotOrder;
  staff_action: StaffAction;
  staff_approval: StaffApproval;
  staff_change: StaffChange;
  staff_claim: StaffClaim;
  staff_credit: StaffCredit;
  staff_member: StaffMember;
  staff_session: StaffSession;
  statement_link: StatementLink;
  support_agent: SupportAgent;
  support_conversation: SupportConversation;
  support_message: SupportMessage;
  support_note: SupportNote;
  support_reply: SupportReply;
  trade_progress: TradeProgress;
  trade_waiting: TradeWaiting;
  trading_plan: TradingPlan;
  trading_plan_order: TradingPlanOrder;
  trading_result: TradingResult;
  treasury_change: TreasuryChange;
  treasury_cost: TreasuryCost;
  treasury_difference: TreasuryDifference;
  treasury_holding: TreasuryHolding;
  treasury_opening: TreasuryOpening;
  treasury_run: TreasuryRun;
  upload: Upload;
  upload_view: UploadView;
  user_account: UserAccount;
  user_consent: UserConsent;
  user_message: UserMessage;
  valuation_price: ValuationPrice;
  value_carried: ValueCarried;
  value_excused: ValueExcused;
  value_out: ValueOut;
  verification_code: VerificationCode;
  verification_request: VerificationRequest;
  vip_day: VipDay;
  vip_head: VipHead;
  vip_level: VipLevel;
  vip_run: VipRun;
  visa_application: VisaApplication;
  wallet_flow: WalletFlow;
  wallet_snapshot: WalletSnapshot;
  wallet_snapshot_day: WalletSnapshotDay;
  watchlist_group: WatchlistGroup;
  watchlist_item: WatchlistItem;
  withdrawal: Withdrawal;
  withdrawal_network: WithdrawalNetwork;
  withdrawal_step: WithdrawalStep;
};
