import { join } from 'node:path';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { textsByKey, textsIn } from '../../platform/texts.ts';
import { type CampaignTerms, lockCampaign, writeCampaign } from './store.ts';
import en from './texts/en.json' with { type: 'json' };

const EVERY = 3_600_000;
const DAY = 86_400_000;

const {
  welcomeFees: WELCOME_FEES,
  welcomeYield: WELCOME_YIELD,
  monthVolume: MONTH_VOLUME,
} = textsByKey(textsIn(join(import.meta.dirname, 'texts'), en));

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);
const endOfMonth = (at: number): number => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1);

const COMMON = {
  currency: 'USDT',
  min_level: 0,
  valid_days: 30,
  supply: 1_000,
  open: true,
  demonstration: true,
} as const;

/** Two campaigns that stay, and one for each month: of last month's the coupons are used or expired. */
const campaignsAt = (at: number): readonly CampaignTerms[] => [
  {
    ...COMMON,
    name: 'welcome-fees',
    kind: 'fee_discount',
    titles: WELCOME_FEES,
    rate: '0.2',
    amount: '20',
    volume: null,
    ends_at: null,
  },
  {
    ...COMMON,
    name: 'welcome-yield',
    kind: 'extra_yield',
    titles: WELCOME_YIELD,
    rate: '0.1',
    amount: '5',
    volume: null,
    ends_at: null,
  },
  {
    ...COMMON,
    name: `volume-${monthOf(at)}`,
    kind: 'cash',
    titles: MONTH_VOLUME,
    rate: null,
    amount: '10',
    volume: '40000',
    valid_days: Math.max(1, Math.ceil((endOfMonth(at) - at) / DAY)),
    ends_at: endOfMonth(at),
  },
];

/** Adds the campaigns of the time, once each. `at` is Unix ms. */
export const rollCampaigns = (database: Database, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const terms of campaignsAt(at)) {
      if (!(await lockCampaign(tx, { name: terms.name }))) await writeCampaign(tx, terms, at);
    }
  });

export const demonstrationJob = (database: Database, now: () => number): RecurringJob => ({
  name: 'coupons.demonstration',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  run: () => rollCampaigns(database, now()),
});
