import type { Localised } from '@tessera/api/kit/localised';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { type CampaignTerms, lockCampaign, writeCampaign } from './store.ts';

const EVERY = 3_600_000;
const DAY = 86_400_000;

const WELCOME_FEES: Localised = {
  en: 'Welcome: a fifth of your fees back',
  zh: '新人礼：手续费返还五分之一',
  hk: '新人禮：手續費返還五分之一',
  th: 'ต้อนรับ: คืนค่าธรรมเนียมหนึ่งในห้า',
  de: 'Willkommen: ein Fünftel der Gebühren zurück',
  alb: 'Mirë se erdhët: një e pesta e tarifave kthehet',
  jp: 'ようこそ特典：手数料の5分の1を還元',
  kor: '신규 혜택: 수수료의 5분의 1 환급',
  fra: 'Bienvenue : un cinquième de vos frais remboursé',
  spa: 'Bienvenida: te devolvemos un quinto de las comisiones',
};
const WELCOME_YIELD: Localised = {
  en: 'A tenth more yield',
  zh: '收益加成十分之一',
  hk: '收益加成十分之一',
  th: 'ผลตอบแทนเพิ่มหนึ่งในสิบ',
  de: 'Ein Zehntel mehr Ertrag',
  alb: 'Një e dhjeta më shumë interes',
  jp: '収益を10分の1上乗せ',
  kor: '수익 10분의 1 추가',
  fra: 'Un dixième de rendement en plus',
  spa: 'Un décimo más de rendimiento',
};
const MONTH_VOLUME: Localised = {
  en: '10 USDT for 40,000 USDT of trading',
  zh: '交易满 40,000 USDT 得 10 USDT',
  hk: '交易滿 40,000 USDT 得 10 USDT',
  th: 'รับ 10 USDT เมื่อเทรดครบ 40,000 USDT',
  de: '10 USDT für 40.000 USDT Handelsvolumen',
  alb: '10 USDT për 40.000 USDT tregtim',
  jp: '40,000 USDTの取引で10 USDT',
  kor: '40,000 USDT 거래 시 10 USDT',
  fra: '10 USDT pour 40 000 USDT d’échanges',
  spa: '10 USDT por operar 40 000 USDT',
};

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
  run: () => rollCampaigns(database, now()),
});
