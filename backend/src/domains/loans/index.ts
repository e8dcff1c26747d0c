import { loansContract } from '@tessera/api/loans/contract';
import { LOAN_CURRENCY } from '@tessera/api/loans/rules';
import { isPositive } from '@tessera/money';
import { retentionOf } from '../../platform/applications.ts';
import type { Sql } from '../../platform/db/database.ts';
import { countOf } from '../../platform/db/page.ts';
import { defineDomain } from '../../platform/domain.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { onlySets } from '../../platform/staff-changes/restricts.ts';
import { commandOf } from '../../platform/staff-command.ts';
import { picturesKept, seedSettings } from '../site/index.ts';
import { applyForLoan, cancelApplication, cancelOpenApplications } from './apply.ts';
import { accrueJob, collectJob } from './collect.ts';
import { holdingsOf } from './holdings.ts';
import { applicationTable, loanQueue } from './queue.ts';
import { addCollateral, repay } from './repay.ts';
import { changeTerms, markMaker, staffView } from './staff.ts';
import { outstanding } from './store.ts';
import { advisorSettings } from './terms.ts';
import { applicationView, latest, listApplications, publicTerms } from './view.ts';
import { watchJob } from './watch.ts';

/** Columns of pictures and of who decided. */
const WITHOUT = ['reviewer_id', 'first_reviewer_id'];

async function repaymentsOf(sql: Sql, userId: string) {
  const [row] = await sql.query<{ in_time: number; late: number }>(
    `select count(*) filter (where not late and state = 'repaid')::int as in_time, count(*) filter (where late)::int as late
       from loan where user_id = $1`,
    [userId],
  );
  const { in_time: inTime = 0, late = 0 } = row ?? {};
  return inTime + late === 0 ? null : { inTime, late };
}

/** Loans against collateral: asked for by users, decided by two of the staff, secured, watched and repaid. */
export const loans = defineDomain(loansContract, (dependencies) => {
  const { database: stored, now } = dependencies;

  return {
    name: 'loans',
    runsAlone: { 'POST /staff/loans/maker': onlySets(['uid'], { marked: false }) },
    userData: {
      loan_application: { rows: 'user_id = $1', without: WITHOUT },
      loan: { rows: 'user_id = $1' },
      loan_event: { rows: 'application_id in (select id from loan_application where user_id = $1)' },
      market_maker: { rows: 'user_id = $1', without: ['staff_id'] },
    },
    recordKinds: ['loan', 'loan_interest', 'loan_repayment', 'collateral', 'liquidation'],
    seed: () =>
      seedSettings(
        stored,
        Object.entries(advisorSettings).map(([keyword, value]) => ({ keyword, value, public: false })),
      ),
    staffCommands: [
      commandOf(loansContract['GET /staff/loans'], {
        name: 'loans',
        usage: 'terms of loans, what the house can lend, market makers, and the loans nearest to their liquidation',
        run: async () => {
          const { list, makers, ...view } = await staffView(stored, dependencies);
          return [view, ...makers, ...list];
        },
      }),
      commandOf(loansContract['POST /staff/loans/terms'], {
        name: 'loan-terms',
        usage: '<name>=<value> … --why "<why>"  changes the terms of loans that are applied for later',
        run: async (change, by) => {
          await changeTerms(stored, change, by);
          return [(await staffView(stored, dependencies)).terms];
        },
      }),
      commandOf(loansContract['POST /staff/loans/maker'], {
        name: 'market-maker',
        subject: 'uid',
        usage: '<uid> marked=true|false --why "<why>"  a market maker may borrow at any VIP level',
        run: async (change, by) => {
          await markMaker(stored, change, by);
          return (await staffView(stored, dependencies)).makers;
        },
      }),
    ],
    queues: [loanQueue(dependencies)],
    jobs: [
      watchJob(dependencies),
      collectJob(dependencies),
      accrueJob(dependencies),
      retentionOf(applicationTable, { name: 'loans-retention', database: stored, now, kept: picturesKept }),
    ],
    keepsMoney: async (tx, userId) => {
      if (await outstanding(tx, userId)) throw new DomainError('loan_outstanding');
    },
    debts: async (sql, userId) =>
      (
        await sql.query<{ user_id: string; amount: string }>(
          `select user_id, principal + interest + penalty as amount from loan
            where state in ('running', 'overdue') and ($1::bigint is null or user_id = $1)`,
          [userId],
        )
      )
        .filter(({ amount }) => isPositive(amount))
        .map(({ user_id, amount }) => ({ userId: user_id, currency: LOAN_CURRENCY, amount })),
    repayments: repaymentsOf,
    productHoldings: (sql, userId) => holdingsOf(sql, userId, dependencies),
    closingObstacles: async (sql, userId) => [
      {
        kind: 'loan',
        count:
          (await countOf(sql, `loan where user_id = $1 and state in ('running', 'overdue')`, [userId])) +
          (await countOf(sql, `loan_application where user_id = $1 and status = 'under_review'`, [userId])),
      },
    ],
    onFreeze: (userId, at) => stored.transaction((tx) => cancelOpenApplications(tx, userId, at)),
    calls: {
      'GET /loan/terms': ({ database }) => publicTerms(database, dependencies),
      'POST /user/jiedaisave': async ({ tx, user }, input) => {
        const id = await applyForLoan(tx, user, input, dependencies);
        return applicationView(tx, user.id, id, dependencies);
      },
      'POST /user/jiedaiusernewone': ({ database, user }) => latest(database, user.id, dependencies),
      'GET /user/loans': ({ database, user }, page) => listApplications(database, user.id, page, dependencies),
      'POST /user/loan/cancel': async ({ tx, user }, { id }) => {
        await cancelApplication(tx, user.id, id, now());
        return applicationView(tx, user.id, id, dependencies);
      },
      'POST /user/loan/collateral': async ({ tx, user }, input) => {
        await addCollateral(tx, user.id, input, dependencies);
        return applicationView(tx, user.id, input.id, dependencies);
      },
      'POST /user/loan/repay': async ({ tx, user }, input) => {
        await repay(tx, user.id, input, dependencies);
        return applicationView(tx, user.id, input.id, dependencies);
      },
      'GET /staff/loans': ({ database }) => staffView(database, dependencies),
      'POST /staff/loans/terms': async ({ database, by }, change) => {
        await changeTerms(database, change, by);
        return staffView(database, dependencies);
      },
      'POST /staff/loans/maker': async ({ database, by }, change) => {
        await markMaker(database, change, by);
        return staffView(database, dependencies);
      },
    },
  };
});
