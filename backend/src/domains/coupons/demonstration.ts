import type { Localised } from '@tessera/api/kit/localised';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { type CampaignTerms, lockCampaign, writeCampaign } from './store.ts';

const EVERY = 3_600_000;
const DAY = 86_400_000;

const WELCOME_FEES: Localised = {
  en: 'New user bonus: 20% fee rebate',
  zh: '新用户专享：20% 手续费返还',
  hk: '新用戶專享：20% 手續費返還',
  th: 'สิทธิพิเศษผู้ใช้ใหม่: คืนค่าธรรมเนียม 20%',
  de: 'Neukundenbonus: 20 % Gebührenrabatt',
  alb: 'Bonus për përdoruesit e rinj: 20% kthim tarifash',
  jp: '新規ユーザー特典：手数料20%還元',
  kor: '신규 회원 혜택: 수수료 20% 환급',
  fra: 'Bonus de bienvenue : 20 % de remise sur les frais',
  spa: 'Bono de bienvenida: 20 % de descuento en comisiones',
};
const WELCOME_YIELD: Localised = {
  en: '10% extra on your yield',
  zh: '理财收益额外加 10%',
  hk: '理財收益額外加 10%',
  th: 'รับดอกเบี้ยเพิ่มอีก 10%',
  de: '10 % extra auf Ihre Erträge',
  alb: '10% shtesë mbi interesin tuaj',
  jp: '運用収益を10%上乗せ',
  kor: '이자 수익 10% 추가',
  fra: '10 % de plus sur vos rendements',
  spa: '10 % extra sobre tus rendimientos',
};
const MONTH_VOLUME: Localised = {
  en: 'Monthly trading challenge: 10 USDT',
  zh: '月度交易任务：10 USDT',
  hk: '每月交易任務：10 USDT',
  th: 'ภารกิจเทรดประจำเดือน: 10 USDT',
  de: 'Monatliche Trading-Challenge: 10 USDT',
  alb: 'Sfida mujore e tregtimit: 10 USDT',
  jp: '月間取引チャレンジ：10 USDT',
  kor: '월간 거래 챌린지: 10 USDT',
  fra: 'Défi de trading du mois : 10 USDT',
  spa: 'Reto mensual de trading: 10 USDT',
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
