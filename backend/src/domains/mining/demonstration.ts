import type { Localised } from '@tessera/api/kit/localised';
import { languageCodes } from '@tessera/api/rules';
import { add, div, mul, quantize } from '@tessera/money';
import type { Database } from '../../platform/db/database.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { addProduct, lowerRates } from './products.ts';

/*
 * Products of a demonstration. Most are always sold; each week one more opens on Monday and closes on Friday, 00:00 UTC, and
 * is announced a week before, so that every state can be seen at any time.
 */

const DAY = 86_400_000;
const WEEK = 7 * DAY;
/** Monday, 1970-01-05. */
const FIRST_MONDAY = 4 * DAY;
const EVERY = 60_000;

const NAMES: Localised = {
  en: '{currency} for {days} days',
  zh: '{currency} {days}天锁仓',
  hk: '{currency} {days}天鎖倉',
  th: '{currency} ล็อก {days} วัน',
  de: '{currency} für {days} Tage',
  alb: '{currency} për {days} ditë',
  jp: '{currency} {days}日ロック',
  kor: '{currency} {days}일 락업',
  fra: '{currency} sur {days} jours',
  spa: '{currency} a {days} días',
};
const WEEKLY: Localised = {
  en: 'Weekly {currency}, {days} days',
  zh: '每周特供 {currency} {days}天',
  hk: '每週特供 {currency} {days}天',
  th: '{currency} รายสัปดาห์ {days} วัน',
  de: 'Wochenaktion {currency}, {days} Tage',
  alb: '{currency} i javës, {days} ditë',
  jp: '週替わり {currency} {days}日',
  kor: '주간 특가 {currency} {days}일',
  fra: '{currency} de la semaine, {days} jours',
  spa: '{currency} de la semana, {days} días',
};
const DESCRIPTIONS: Localised = {
  en: 'Interest every 24 hours, principal back by itself after {days} days.',
  zh: '每24小时派息，{days}天到期后本金自动返还。',
  hk: '每24小時派息，{days}天到期後本金自動返還。',
  th: 'จ่ายดอกเบี้ยทุก 24 ชั่วโมง เงินต้นคืนอัตโนมัติหลัง {days} วัน',
  de: 'Zinsen alle 24 Stunden, der Betrag kommt nach {days} Tagen von selbst zurück.',
  alb: 'Interes çdo 24 orë, principali kthehet vetë pas {days} ditësh.',
  jp: '24時間ごとに利息を付与し、{days}日後に元本が自動で戻ります。',
  kor: '24시간마다 이자를 지급하고 {days}일 후 원금이 자동 반환됩니다.',
  fra: 'Intérêts toutes les 24 heures, principal rendu automatiquement après {days} jours.',
  spa: 'Intereses cada 24 horas; el principal vuelve solo a los {days} días.',
};

const fill = (texts: Localised, currency: string, days: number): Localised =>
  Object.fromEntries(
    languageCodes.map((code) => [code, texts[code].replace('{currency}', currency).replace('{days}', String(days))]),
  ) as Localised;

type Offer = {
  readonly currency: string;
  readonly days: number;
  /** Ratios of the first and the last day; those between rise evenly. */
  readonly first: string;
  readonly last: string;
  readonly min: string;
  readonly limit: string | null;
  readonly penalty: string;
};

export const OFFERS: readonly Offer[] = [
  { currency: 'USDT', days: 5, first: '0.0008', last: '0.0012', min: '100', limit: '50000', penalty: '0.01' },
  { currency: 'USDT', days: 30, first: '0.0009', last: '0.0013', min: '500', limit: '100000', penalty: '0.03' },
  { currency: 'BTC', days: 7, first: '0.0003', last: '0.0004', min: '0.001', limit: '1', penalty: '0.002' },
  { currency: 'ETH', days: 14, first: '0.0004', last: '0.0006', min: '0.01', limit: '20', penalty: '0.004' },
];
const WEEKLY_OFFER: Offer = {
  currency: 'USDT',
  days: 7,
  first: '0.0011',
  last: '0.0015',
  min: '100',
  limit: '5000',
  penalty: '0.02',
};

const ratesOf = ({ days, first, last }: Offer): readonly string[] =>
  Array.from({ length: days }, (_, index) =>
    quantize(add(first, mul(add(last, `-${first}`), div(String(index), String(Math.max(1, days - 1))))), 6, 'down'),
  );

function productOf(offer: Offer, names: Localised, opens: number, closes: number | null) {
  return {
    currency: offer.currency,
    demonstration: true,
    names: fill(names, offer.currency, offer.days),
    descriptions: fill(DESCRIPTIONS, offer.currency, offer.days),
    day_rates: ratesOf(offer),
    min_amount: offer.min,
    purchase_limit: offer.limit,
    penalty_ratio: offer.penalty,
    open: true,
    opens_at: opens,
    closes_at: closes,
  };
}

/**
 * Sees to it that the products of the demonstration are there, once each, within the bounds of staff: those of former
 * versions paid more, and go on so for positions that are open. `at` is Unix ms.
 */
export const rollProducts = (database: Database, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    for (const offer of OFFERS) {
      const product = `demo-${offer.currency.toLowerCase()}-${offer.days}`;
      const offered = { product, ...productOf(offer, NAMES, at, null) };
      await addProduct(tx, offered, at);
      await lowerRates(tx, offered, at);
    }
    const monday = FIRST_MONDAY + Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK;
    for (const opens of [monday - WEEK, monday, monday + WEEK]) {
      const product = `demo-week-${new Date(opens).toISOString().slice(0, 10)}`;
      const offered = { product, ...productOf(WEEKLY_OFFER, WEEKLY, opens, opens + 4 * DAY) };
      await addProduct(tx, offered, at);
      await lowerRates(tx, offered, at);
    }
  });

export const demonstrationJob = (database: Database, now: () => number): RecurringJob => ({
  name: 'mining.demonstration',
  every: EVERY,
  exclusive: true,
  run: () => rollProducts(database, now()),
});
