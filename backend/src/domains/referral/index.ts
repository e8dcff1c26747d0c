import type { Output, ReadInput } from '@tessera/api/contract';
import { referralContract } from '@tessera/api/referral/contract';
import { areRates, MOST_RATES } from '@tessera/api/referral/rules';
import { add, cmp, isDecimalString, isPositive, neg, sum } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { defineDomain } from '../../platform/domain.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseAccount, houseBalance, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { type ClosingObstacle, OWN_ROWS } from '../../platform/ports.ts';
import { type By, commandOf } from '../../platform/staff-command.ts';
import { contactOf, maskContact, maskUid, requireNotFrozen, userById } from '../identity/index.ts';
import { indexValueInUsdt } from '../instruments/index.ts';
import { readSettingsOf, seedSettings, writeSettings } from '../site/index.ts';
import { bookJob } from './book.ts';
import {
  broughtBy,
  countsOf,
  lastDay,
  listInvitees,
  type StoredInvitee,
  sumsOf,
  takeOpen,
  termsOf,
  writeRate,
} from './store.ts';

export { accountsOfPerson } from './store.ts';

/** The least that is paid out at once, USDT. */
const MIN_CLAIM = { keyword: 'referral_min_claim', value: '1' } as const;

type Amounts = readonly { readonly currency: string; readonly amount: string }[];

async function wireTerms(sql: Sql) {
  const stored = await readSettingsOf(sql, [MIN_CLAIM.keyword]);
  const least = stored(MIN_CLAIM.keyword);
  const rates = (await termsOf(sql)).map(({ level, rate }) => ({ level, rate }));
  return { rates, min_claim: isDecimalString(least) ? least : MIN_CLAIM.value };
}

const wireAmounts = (catalogue: CatalogueSnapshot, amounts: Amounts) =>
  amounts
    .filter(({ amount }) => isPositive(amount))
    .map(({ currency, amount }) => ({ currency, scale: catalogue.heldCurrency(currency).scale, amount }));

/** By the index; what has no price counts nothing. */
const worthOf = (feed: Feed, amounts: Amounts): string =>
  sum(amounts.map(({ currency, amount }) => indexValueInUsdt(feed, currency, amount) ?? '0'));

/** Of a user whom the inviter does not know, less is shown. */
const nameOf = ({ level, uid, email, mobile }: StoredInvitee): string =>
  level === 2 ? maskUid(uid) : maskContact(contactOf(email ?? mobile ?? ''));

const stateOf = ({ verified, traded }: StoredInvitee) => {
  if (traded) return 'traded' as const;
  return verified ? ('verified' as const) : ('registered' as const);
};

/** Changes a rate, or the least that is paid out; days that were booked stay. */
export const changeTerms = (
  database: Database,
  change: ReadInput<'POST /staff/referral/terms'>,
  by: By,
): Promise<void> =>
  database.transaction(async (tx) => {
    const { level, rate, min_claim, reason } = change;
    if ((level === undefined) !== (rate === undefined)) {
      throw new DomainError('field_required', { field: level === undefined ? 'level' : 'rate' });
    }
    const before = await wireTerms(tx);
    const terms = await termsOf(tx, true);
    if (level !== undefined && rate !== undefined) {
      if (!areRates(terms.map((term) => (term.level === level ? rate : term.rate)))) {
        throw new DomainError('field_too_large', { field: 'rate', params: { max: MOST_RATES } });
      }
      await writeRate(tx, { level, rate: add(rate, '0') });
    }
    if (min_claim !== undefined) await writeSettings(tx, { [MIN_CLAIM.keyword]: min_claim });
    await tx.query(
      `insert into staff_action (staff_id, action, subject, reason, at) values ($1, 'referral.change', 'referral', $2, $3)`,
      [by.staffId, `${reason} (before: ${JSON.stringify(before)})`, new Date(by.at)],
    );
  });

/** Pays out everything that is not claimed yet, each reward once. */
async function claim(
  tx: Transaction,
  userId: string,
  { catalogue, feed, now }: { readonly catalogue: CatalogueSnapshot; readonly feed: Feed; readonly now: number },
): Promise<Output<'POST /user/referral/claim'>> {
  await requireNotFrozen(tx, userId);
  const { id, sums } = await takeOpen(tx, userId, now);
  const { min_claim: min } = await wireTerms(tx);
  if (sums.length === 0 || cmp(worthOf(feed, sums), min) < 0) {
    throw new DomainError('referral_minimum', { params: { min } });
  }
  for (const { currency, amount } of sums) {
    await postJournal(tx, {
      ref: `referral-claim:${id}:${currency}`,
      kind: 'reward',
      reference: 'referral',
      at: now,
      entries: [
        { account: houseAccount('rebates'), currency, amount: neg(amount) },
        { account: userAccount(userId, 'change'), currency, amount },
      ],
    });
  }
  tx.notify(userId, { kind: 'balance' });
  return { paid: wireAmounts(catalogue, sums) };
}

/** Rewards that a user could claim now: an account that is closed has nothing of them. */
async function unclaimed(sql: Sql, feed: Feed, userId: string): Promise<readonly ClosingObstacle[]> {
  const open = (await sumsOf(sql, userId)).map(({ currency, open: amount }) => ({ currency, amount }));
  const amounts = open.filter(({ amount }) => isPositive(amount));
  if (amounts.length === 0 || (await userById(sql, userId)).verification_level === 0) return [];
  if (cmp(worthOf(feed, amounts), (await wireTerms(sql)).min_claim) < 0) return [];
  return [{ kind: 'balance', count: amounts.length, amounts }];
}

/** Invitation: who came by it, and shares of their fees. */
export const referral = defineDomain(referralContract, ({ database: stored, catalogue, feed, ports, now }) => {
  async function staffView(sql: Sql): Promise<Output<'GET /staff/referral'>> {
    const sums = await sumsOf(sql, null);
    const held = await Promise.all(
      sums.map(async ({ currency }) => ({ currency, amount: await houseBalance(sql, 'rebates', currency) })),
    );
    const promised = sums.map(({ currency, open }) => ({ currency, amount: open }));
    return {
      ...(await wireTerms(sql)),
      held: wireAmounts(catalogue.current(), held),
      promised: wireAmounts(catalogue.current(), promised),
    };
  }
  const rowsOf = ({ rates, min_claim, held, promised }: Output<'GET /staff/referral'>): readonly object[] => [
    ...rates,
    { min_claim },
    ...held.map(({ currency, amount }) => ({ held: amount, currency })),
    ...promised.map(({ currency, amount }) => ({ promised: amount, currency })),
  ];
  return {
    name: 'referral',
    closingObstacles: (sql, userId) => unclaimed(sql, feed, userId),
    userData: {
      referral_reward: { rows: 'user_id = $1', without: ['invited_user_id'] },
      referral_claim: OWN_ROWS,
      referral_fee: OWN_ROWS,
    },
    recordKinds: ['reward'],
    seed: () => seedSettings(stored, [{ ...MIN_CLAIM, public: false }]),
    jobs: [bookJob({ database: stored, catalogue, ports, now })],
    staffCommands: [
      commandOf(referralContract['GET /staff/referral'], {
        name: 'referral',
        usage: '  rates of invitations, and what is held and promised',
        run: async () => rowsOf(await staffView(stored)),
      }),
      commandOf(referralContract['POST /staff/referral/terms'], {
        name: 'referral-terms',
        usage:
          'level=<1|2> rate=<ratio> min_claim=<USDT> --why "<why>"  changes a rate; it holds for days booked later',
        run: async (change, by) => {
          await changeTerms(stored, change, by);
          return rowsOf(await staffView(stored));
        },
      }),
    ],
    calls: {
      'GET /user/invitees': async ({ database, user }, { page, limit }) => {
        const { rows, total } = await listInvitees(database, user.id, { page, limit });
        const brought = await broughtBy(
          database,
          user.id,
          rows.map(({ id }) => id),
        );
        const list = rows.map((row) => ({
          account_name: nameOf(row),
          level: row.level,
          state: stateOf(row),
          joined_at: row.joined_at,
          reward_usdt: worthOf(
            feed,
            brought.filter(({ invitee_id }) => invitee_id === row.id),
          ),
        }));
        return { list, page, limit, total };
      },
      'GET /user/referral': async ({ database, user }) => {
        const sums = await sumsOf(database, user.id);
        const open = sums.map(({ currency, open: amount }) => ({ currency, amount }));
        return {
          ...(await wireTerms(database)),
          ...(await countsOf(database, user.id)),
          earned: wireAmounts(catalogue.current(), sums),
          claimable: wireAmounts(catalogue.current(), open),
          earned_usdt: worthOf(feed, sums),
          claimable_usdt: worthOf(feed, open),
          counted_until: await lastDay(database),
        };
      },
      'POST /user/referral/claim': ({ tx, user }) =>
        claim(tx, user.id, { catalogue: catalogue.current(), feed, now: now() }),
      'GET /staff/referral': ({ database }) => staffView(database),
      'POST /staff/referral/terms': async ({ database, by }, change) => {
        await changeTerms(database, change, by);
        return wireTerms(database);
      },
    },
  };
});
