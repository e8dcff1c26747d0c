import type { Output } from '../../kit/contract.ts';
import type { LaunchpadContract } from './contract.ts';
import { shareHash } from './verify.ts';

type Calls = LaunchpadContract;
type ProjectDetail = Output<Calls['GET /project/detail']>;
type Project = Output<Calls['GET /project']>['list'][number];
type Subscription = Output<Calls['GET /user/project/order']>['list'][number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When the fixtures are looked at: a day after the window of the sale opened. */
export const LAUNCHPAD_NOW = Date.UTC(2026, 10, 20, 15);

/** 500,000 Opus at 0.5 USDT, in progress for two more days. */
export const project = (changes: Partial<Project> = {}): Project => ({
  id: 7,
  name: 'Opus',
  currency: 'OPUS',
  scale: 4,
  price: '0.5',
  prices: [
    { pay_currency: 'USDT', currency_id: 3, scale: 6, price: '0.5' },
    { pay_currency: 'BTC', currency_id: 1, scale: 8, price: '0.000008358359' },
  ],
  total_issuance: '500000',
  subscribed: '1200000',
  remaining: '0',
  start_time: LAUNCHPAD_NOW - DAY,
  end_time: LAUNCHPAD_NOW + 2 * DAY,
  listing_time: LAUNCHPAD_NOW + 4 * DAY,
  lock_days: 2,
  status: 'in_progress',
  allocated_at: null,
  listed_at: null,
  symbol: null,
  applied_count: 321,
  approved_count: null,
  ...changes,
});

export const projectDetail = (changes: Partial<ProjectDetail> = {}): ProjectDetail => ({
  ...project(),
  description: 'Opus pays for tiles.',
  whitepaper: 'https://opus.example/whitepaper.pdf',
  website: 'https://opus.example',
  user_cap: '10000',
  min_amount: '20',
  countries: [],
  order_limit: '1000000',
  now: LAUNCHPAD_NOW,
  ...changes,
});

/** 1,000 Opus for 500 USDT, not allotted yet. */
export const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  id: '31',
  project_id: 7,
  name: 'Opus',
  currency: 'OPUS',
  scale: 4,
  amount: '1000',
  pay_currency: 'USDT',
  pay_scale: 6,
  price: '0.5',
  final_price: null,
  paid: '500',
  sold_currency: null,
  sold: null,
  approved: null,
  returned: null,
  status: 'applied',
  unlock_at: LAUNCHPAD_NOW + 4 * DAY,
  created_at: LAUNCHPAD_NOW - HOUR,
  ...changes,
});

const SALT = '00112233445566778899aabbccddeeff';
/** The UID of the signed-in user of screen tests. */
const UID = '10000001';

/** Of the example of the product: supply 1,000, commitments 500, 1,000 and 2,500, cap 400. The first is the user’s. */
export const allocation = (
  changes: Partial<Output<Calls['GET /project/allocation']>> = {},
): Output<Calls['GET /project/allocation']> => ({
  id: 7,
  name: 'Opus',
  currency: 'OPUS',
  supply: '1000',
  cap: '400',
  scale: 4,
  committed: '4000',
  allotted: '1000',
  users: 3,
  allocated_at: LAUNCHPAD_NOW,
  shares: [
    [shareHash(7, UID, SALT), '500', '200'],
    [shareHash(7, '10000002', SALT), '1000', '400'],
    [shareHash(7, '10000003', SALT), '2500', '400'],
  ],
  ...changes,
});

/** A response for each call that screens make. */
export const launchpadFixtures = {
  'GET /project': { list: [project()], page: 1, limit: 10, total: 1 },
  'GET /project/detail': projectDetail(),
  'GET /project/allocation': allocation(),
  'POST /project/order': subscription(),
  'GET /user/project/order': { list: [subscription()], page: 1, limit: 10, total: 1 },
  'GET /user/project/share': {
    uid: UID,
    salt: SALT,
    hash: shareHash(7, UID, SALT),
    committed: '500',
    allotted: '200',
  },
} satisfies { readonly [K in keyof Calls]?: Output<Calls[K]> };
