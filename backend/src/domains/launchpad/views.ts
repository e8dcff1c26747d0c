import type { Output } from '@tessera/api/contract';
import { phaseAt } from '@tessera/api/launchpad/rules';
import { byLanguage } from '@tessera/api/rules';
import { cmp, sub } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import type { ProductHolding } from '../../platform/ports.ts';
import { screenLink } from '../../platform/screens/screen-link.ts';
import { tokenSymbol } from '../instruments/index.ts';
import type { Configuration } from '../site/index.ts';
import { type LaunchMarket, pricesOf } from './prices.ts';
import { heldFor, type ProjectTotals } from './store.ts';

const DAY = 86_400_000;

type Wire = Output<'GET /project'>['list'][number];
type StaffProject = Output<'GET /staff/launchpad'>['list'][number];

/** A project as all visitors see it. */
export async function projectView(
  sql: Sql,
  project: ProjectTotals,
  market: LaunchMarket,
  { conversionSpreads }: Pick<Configuration, 'conversionSpreads'>,
): Promise<Wire> {
  const { start_at: startAt, end_at: endAt, listing_at, supply, committed, state } = project;
  const { price, prices } = await pricesOf(sql, market, project, conversionSpreads);
  const cancelled = state === 'cancelling' || state === 'cancelled';
  return {
    id: project.id,
    name: project.name,
    currency: project.currency,
    scale: project.scale,
    price: project.final_price ?? price,
    prices,
    total_issuance: supply,
    subscribed: committed,
    remaining: cmp(committed, supply) < 0 ? sub(supply, committed) : '0',
    start_time: startAt,
    end_time: endAt,
    listing_time: listing_at,
    lock_days: Math.ceil((listing_at - endAt) / DAY),
    status: phaseAt({ startAt, endAt, cancelled }, market.now),
    allocated_at: project.allocated_at,
    listed_at: project.listed_at,
    symbol: market.catalogue.instrument(tokenSymbol(project.currency))?.symbol ?? null,
    applied_count: project.users,
    approved_count: project.approved_count,
  };
}

/** A project as staff see it. */
export const staffProject = (project: ProjectTotals): StaffProject => ({
  id: project.id,
  version: project.version,
  name: project.name,
  currency: project.currency,
  scale: project.scale,
  state: project.state,
  website: project.website,
  whitepaper: project.whitepaper,
  price: project.price,
  pay_currencies: [...project.pay_currencies],
  total_issuance: project.supply,
  user_cap: project.user_cap,
  min_amount: project.least,
  start_time: project.start_at,
  end_time: project.end_at,
  listing_time: project.listing_at,
  countries: [...project.countries],
  descriptions: { ...project.descriptions },
  subscribed: project.committed,
  applied_count: project.users,
  allotted: project.allotted,
  approved_count: project.approved_count,
  demonstration: project.turn !== null,
});

/** Names of tokens are the same in every language. */
const everywhere = (name: string): ProductHolding['name'] => byLanguage(() => name);

/** What a user holds here: payments until the allocation, tokens until the listing. */
export async function holdingsOf(sql: Sql, userId: string): Promise<readonly ProductHolding[]> {
  return (await heldFor(sql, userId)).map(
    ({ project_id, name, token, currency, amount, status, end_at, listing_at }) => ({
      product: 'launchpad',
      id: `${project_id}:${status}:${currency}`,
      name: everywhere(name),
      account: 'subscription',
      currency,
      amount,
      earned: [],
      nextPayment: null,
      maturesAt: status === 'applied' ? end_at : listing_at,
      status,
      screen: screenLink('/pages/ieo/order', { id: project_id }),
      events:
        status === 'applied'
          ? [
              { at: end_at, kind: 'settlement', currency: token, amount: null },
              { at: listing_at, kind: 'unlock', currency: token, amount: null },
            ]
          : [{ at: listing_at, kind: 'unlock', currency: token, amount }],
    }),
  );
}
