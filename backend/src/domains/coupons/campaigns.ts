import type { Output, ReadInput } from '@tessera/api/contract';
import { leastVolume, MOST_FEE_DISCOUNT } from '@tessera/api/coupons/rules';
import { readLocalised } from '@tessera/api/kit/localised';
import type { LanguageCode } from '@tessera/api/rules';
import { cmp, isPositive, scaleOf } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { creditAlone } from '../../platform/staff-changes/credit-alone.ts';
import type { By } from '../../platform/staff-command.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { issue } from './issue.ts';
import {
  type Campaign,
  type CampaignTerms,
  campaignSums,
  campaigns,
  lockCampaign,
  offersTo,
  userByUid,
  writeCampaign,
} from './store.ts';

const DEFAULT_DAYS = 30;
const MOST_RATE = { fee_discount: MOST_FEE_DISCOUNT, extra_yield: '1', cash: '1' } as const;

/** What a campaign and its coupons have in common, in a language. */
export const wireTerms = (
  {
    titles,
    kind,
    rate,
    currency,
    amount,
    volume,
  }: Omit<CampaignTerms, 'min_level' | 'valid_days' | 'supply' | 'open' | 'demonstration' | 'ends_at' | 'name'>,
  catalogue: CatalogueSnapshot,
  language: LanguageCode,
) => ({
  title: titles[language],
  kind,
  rate,
  currency,
  scale: catalogue.heldCurrency(currency).scale,
  amount,
  volume,
});

export async function offers(
  sql: Sql,
  userId: string,
  {
    catalogue,
    language,
    at,
  }: { readonly catalogue: CatalogueSnapshot; readonly language: LanguageCode; readonly at: number },
): Promise<Output<'GET /user/coupon/offers'>> {
  const list = (await offersTo(sql, userId, at)).map((campaign) => ({
    id: campaign.id,
    ...wireTerms(campaign, catalogue, language),
    valid_days: campaign.valid_days,
    min_level: campaign.min_level,
    left: campaign.supply - campaign.issued,
    ends_at: campaign.ends_at,
  }));
  return { list };
}

/** All campaigns for staff. */
export async function staffView(sql: Sql, catalogue: CatalogueSnapshot): Promise<Output<'GET /staff/coupons'>> {
  const sums = new Map((await campaignSums(sql)).map((each) => [each.id, each]));
  const list = (await campaigns(sql)).map((campaign) => ({
    id: campaign.id,
    name: campaign.name,
    ...wireTerms(campaign, catalogue, 'en'),
    min_level: campaign.min_level,
    valid_days: campaign.valid_days,
    supply: campaign.supply,
    issued: campaign.issued,
    open: campaign.open,
    ends_at: campaign.ends_at,
    paid: sums.get(campaign.id)?.paid ?? '0',
    held: sums.get(campaign.id)?.held ?? '0',
  }));
  return { list };
}

type Change = ReadInput<'POST /staff/coupons/campaign'>;

const required = <Value>(value: Value | null | undefined, field: string): Value => {
  if (value === undefined || value === null) throw new DomainError('field_required', { field });
  return value;
};

/** The terms after a change: what is not sent stays; what coupons are of cannot change. */
function changed(change: Change, before: Campaign | null): CampaignTerms {
  const kind = required(before?.kind ?? change.kind, 'kind');
  return {
    name: change.name,
    kind,
    titles: required(readLocalised(change, 'title', before?.titles ?? null), 'title_en'),
    rate: kind === 'cash' ? null : required(change.rate ?? before?.rate, 'rate'),
    currency: before?.currency ?? change.currency ?? 'USDT',
    amount: required(change.amount ?? before?.amount, 'amount'),
    volume: kind === 'cash' ? required(change.volume ?? before?.volume, 'volume') : null,
    min_level: change.min_level ?? before?.min_level ?? 1,
    valid_days: change.valid_days ?? before?.valid_days ?? DEFAULT_DAYS,
    supply: required(change.supply ?? before?.supply, 'supply'),
    open: change.open ?? before?.open ?? false,
    demonstration: before?.demonstration ?? false,
    ends_at: change.ends_at ?? before?.ends_at ?? null,
  };
}

function requireSound(terms: CampaignTerms, catalogue: CatalogueSnapshot, issued: number): void {
  const currency = catalogue.currencyByCode(terms.currency);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency' });
  if (scaleOf(terms.amount) > currency.scale) {
    throw new DomainError('field_too_precise', { field: 'amount', params: { scale: currency.scale } });
  }
  if (terms.rate !== null && !isPositive(terms.rate)) {
    throw new DomainError('field_too_small', { field: 'rate', params: { min: '0' } });
  }
  const most = MOST_RATE[terms.kind];
  if (terms.rate !== null && cmp(terms.rate, most) > 0) {
    throw new DomainError('field_too_large', { field: 'rate', params: { max: most } });
  }
  if (terms.open && terms.currency !== 'USDT' && terms.kind === 'cash') {
    throw new DomainError('currency_unknown', { field: 'currency' });
  }
  const least = leastVolume(terms.amount);
  if (terms.open && terms.volume !== null && cmp(terms.volume, least) < 0) {
    throw new DomainError('field_too_small', { field: 'volume', params: { min: least } });
  }
  if (terms.supply < issued) throw new DomainError('field_too_small', { field: 'supply', params: { min: issued } });
}

/** Changes a campaign or adds one; coupons that were issued keep their terms. */
export const changeCampaign = (
  database: Database,
  catalogue: CatalogueSnapshot,
  change: Change,
  { staffId, at }: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockCampaign(tx, { name: change.name });
    const terms = changed(change, before);
    requireSound(terms, catalogue, before?.issued ?? 0);
    await writeCampaign(tx, terms, at);
    await tx.query(
      `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'coupons.campaign', $2, $3, $4)`,
      [staffId, change.name, `${change.reason} (before: ${JSON.stringify(before)})`, new Date(at)],
    );
  });

/** Issues a coupon to a user, whatever the user's level. Returns its id. */
export const issueTo = (
  { database, feed }: Pick<Dependencies, 'database' | 'feed'>,
  { name, uid, reason }: ReadInput<'POST /staff/coupons/issue'>,
  { staffId, at }: By,
): Promise<string> =>
  database.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, { name });
    if (!campaign) throw new DomainError('not_found', { field: 'name' });
    const userId = await userByUid(tx, uid);
    if (userId === null) throw new DomainError('not_found', { field: 'uid' });
    const { depositFourEyes: most } = await readConfiguration(tx);
    const credit = { userId, value: indexValueInUsdt(feed, campaign.currency, campaign.amount), most };
    const alone = { staffId, source: 'POST /staff/coupons/issue', at };
    if (!(await creditAlone(tx, credit, alone))) throw new DomainError('second_member_required');
    const id = await issue(tx, userId, campaign, at);
    await tx.query(
      `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'coupons.issue', $2, $3, $4)`,
      [staffId, `${name}:${uid}`, reason, new Date(at)],
    );
    return id;
  });
