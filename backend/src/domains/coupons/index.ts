import { couponsContract } from '@tessera/api/coupons/contract';
import type { LanguageCode } from '@tessera/api/rules';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { requireNotFrozen, userById } from '../identity/index.ts';
import { accountsOfPerson } from '../referral/index.ts';
import { changeCampaign, issueTo, offers, staffView, wireTerms } from './campaigns.ts';
import { countJob } from './count.ts';
import { demonstrationJob, rollCampaigns } from './demonstration.ts';
import { issue } from './issue.ts';
import {
  activate,
  type Coupon,
  countedUntil,
  hasActive,
  isTakenBy,
  listCoupons,
  lockCampaign,
  lockCoupon,
  lockUser,
} from './store.ts';

const viewOf = (coupon: Coupon, catalogue: CatalogueSnapshot, language: LanguageCode) => ({
  id: coupon.id,
  ...wireTerms(coupon, catalogue, language),
  status: coupon.status,
  paid: coupon.paid,
  traded: coupon.traded,
  issued_at: coupon.issued_at,
  expires_at: coupon.expires_at,
  activated_at: coupon.activated_at,
  ended_at: coupon.ended_at,
});

/** A user takes a coupon of a campaign that is open. */
async function claim(tx: Transaction, userId: string, campaignId: number, at: number): Promise<string> {
  await requireNotFrozen(tx, userId);
  const campaign = await lockCampaign(tx, { id: campaignId });
  if (!campaign?.open || (campaign.ends_at !== null && campaign.ends_at <= at)) throw new DomainError('not_found');
  if ((await userById(tx, userId)).verification_level < campaign.min_level)
    throw new DomainError('verification_required');
  // The campaign is locked: of two accounts of one person that ask at once, one is first.
  if (await isTakenBy(tx, await accountsOfPerson(tx, userId), campaignId)) throw new DomainError('coupon_taken');
  return issue(tx, userId, campaign, at);
}

/** Starts a coupon: what is paid in fees or yield from now on counts. */
async function start(tx: Transaction, userId: string, id: string, at: number): Promise<void> {
  // Of two coupons that are started at once, one finds the other in use.
  await lockUser(tx, userId);
  await requireNotFrozen(tx, userId);
  const coupon = await lockCoupon(tx, userId, id);
  if (!coupon) throw new DomainError('not_found');
  if (coupon.status !== 'available' || coupon.kind === 'cash' || coupon.expires_at <= at) {
    throw new DomainError('coupon_not_open');
  }
  if (await hasActive(tx, userId, coupon.kind)) throw new DomainError('coupon_other_active');
  await activate(tx, id, at);
  tx.notify(userId, { kind: 'balance' });
}

/** Coupons: fees that come back, yield on top, and cash after a volume. */
export const coupons = defineDomain(couponsContract, (dependencies) => {
  const { database: stored, catalogue, feed, settings, now } = dependencies;
  const demonstrates = settings.demoUser && feed.source === 'simulated';
  return {
    name: 'coupons',
    runsAlone: { 'POST /staff/coupons/campaign': onlySets(['name'], { open: false }) },
    userData: {
      coupon: OWN_ROWS,
      coupon_waiting: OWN_ROWS,
      coupon_payment: { rows: 'coupon_id in (select id from coupon where user_id = $1)' },
    },
    recordKinds: ['coupon'],
    seed: async () => {
      if (demonstrates) await rollCampaigns(stored, now());
    },
    jobs: [countJob(dependencies), ...(demonstrates ? [demonstrationJob(stored, now)] : [])],
    staffCommands: [
      commandOf(couponsContract['GET /staff/coupons'], {
        name: 'coupons',
        usage: 'campaigns of coupons, and what these paid',
        run: async () => (await staffView(stored, catalogue.current())).list,
      }),
      commandOf(couponsContract['POST /staff/coupons/campaign'], {
        name: 'coupons-campaign',
        usage:
          '<name> <field>=<value> … --why "<why>"  changes a campaign or adds one: kind=fee_discount|extra_yield|cash, title_<language>, rate, currency, amount, volume, min_level, valid_days, supply, open, ends_at',
        subject: 'name',
        run: async (change, by) => {
          await changeCampaign(stored, catalogue.current(), change, by);
          return (await staffView(stored, catalogue.current())).list.filter(({ name }) => name === change.name);
        },
      }),
      commandOf(couponsContract['POST /staff/coupons/issue'], {
        name: 'coupons-issue',
        usage: '<name> uid=<user> --why "<why>"  issues a coupon of a campaign to a user',
        subject: 'name',
        run: async (input, by) => [{ id: await issueTo(dependencies, input, by) }],
      }),
    ],
    calls: {
      'GET /user/coupons': async ({ database, user, language }, { page, limit, status }) => {
        const { rows, total } = await listCoupons(database, user.id, status ?? null, { page, limit });
        const list = rows.map((row) => viewOf(row, catalogue.current(), language));
        return { list, page, limit, total, counted_until: await countedUntil(database) };
      },
      'GET /user/coupon/offers': ({ database, user, language }) =>
        offers(database, user.id, { catalogue: catalogue.current(), language, at: now() }),
      'POST /user/coupon/claim': async ({ tx, user }, { campaign_id }) => ({
        id: await claim(tx, user.id, campaign_id, now()),
      }),
      'POST /user/coupon/use': async ({ tx, user }, { id }) => {
        await start(tx, user.id, id, now());
        return { id };
      },
      'GET /staff/coupons': ({ database }) => staffView(database, catalogue.current()),
      'POST /staff/coupons/campaign': async ({ database, by }, change) => {
        await changeCampaign(database, catalogue.current(), change, by);
        return staffView(database, catalogue.current());
      },
      'POST /staff/coupons/issue': async ({ by }, input) => {
        return { id: await issueTo(dependencies, input, by) };
      },
    },
  };
});
