import {
  accrue,
  INSTALMENT_DAYS,
  INSTALMENT_GRACE_DAYS,
  instalmentOf,
  LOAN_CURRENCY,
  LOAN_DAY,
  owedOf,
} from '@tessera/api/loans/rules';
import { cmp, isPositive, isZero, mul } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import { ACCOUNT, owedScale } from './money.ts';
import { sendLoanNotice } from './notices.ts';
import { instalmentAfter } from './pay-out.ts';
import type { Prices } from './prices.ts';
import { pay } from './repay.ts';
import {
  accruable,
  accrueMany,
  addEvent,
  collectable,
  debtOfRow,
  isOpen,
  type LoanRow,
  lockLoan,
  saveLoan,
  withDebt,
} from './store.ts';

const EVERY = 10_000;
/** ms after which what could not be collected is tried again. */
const RETRY = 6 * 3_600_000;
const BATCH = 200;
/** Loans whose days are counted in one transaction. */
const ACCRUED_AT_ONCE = 5_000;

/** Instalments that were settled before the one at `instalment_at`. */
const doneBefore = ({ instalment_at, paid_at }: LoanRow): number =>
  instalment_at === null ? 0 : Math.round((instalment_at - paid_at) / (INSTALMENT_DAYS * LOAN_DAY)) - 1;

const available = (tx: Transaction, row: LoanRow) => userBalance(tx, row.user_id, ACCOUNT, LOAN_CURRENCY);

/** Nothing is taken in parts: what is not covered stays owed. */
const nextLook = (row: LoanRow, at: number): number =>
  row.state === 'overdue' ? at + RETRY : Math.min(row.instalment_at ?? row.due_at, row.due_at);

/** Interest of whole months, from the exchange account. Unpaid for a week, it makes the loan due. */
async function collectInterest(tx: Transaction, row: LoanRow, prices: Prices): Promise<LoanRow> {
  const at = prices.now();
  const instalmentAt = row.instalment_at ?? at;
  const done = doneBefore(row);
  const accrued = withDebt(row, accrue(debtOfRow(row), at));
  const amount = instalmentOf(debtOfRow(accrued), (done + 1) * INSTALMENT_DAYS, owedScale(prices.catalogue.current()));
  const next = instalmentAfter(row, done + 1);
  if (isZero(amount) || cmp(await available(tx, row), amount) >= 0) {
    const settled = { ...accrued, instalment_at: next, collect_at: next ?? row.due_at };
    if (isPositive(amount)) return pay(tx, settled, amount, 'interest', prices);
    await saveLoan(tx, settled);
    return settled;
  }
  if (at >= instalmentAt + INSTALMENT_GRACE_DAYS * LOAN_DAY) {
    // Due with the end of the day that has begun: no day is charged twice.
    const dueAt = Math.min(row.due_at, accrued.paid_at + accrued.interest_days * LOAN_DAY);
    const due = { ...accrued, due_at: dueAt, instalment_at: null, collect_at: dueAt, remind_at: null };
    await saveLoan(tx, due);
    return due;
  }
  const first = row.collect_at === row.instalment_at;
  const waiting = { ...accrued, collect_at: Math.min(at + RETRY, row.due_at) };
  await saveLoan(tx, waiting);
  if (first) {
    await addEvent(tx, row.id, { kind: 'interest_unpaid', at, amount });
    await sendLoanNotice(
      tx,
      { userId: row.user_id, loanId: row.id },
      {
        kind: 'interest_unpaid',
        at,
        values: {
          amount: `${amount} ${LOAN_CURRENCY}`,
          due: instalmentAt + INSTALMENT_GRACE_DAYS * LOAN_DAY,
        },
      },
    );
  }
  return waiting;
}

/**
 * All of a loan that is due, from the exchange account where that covers it. The first look counts as made at the due time:
 * an outage of ours costs the borrower no overdue day.
 */
async function collectAll(tx: Transaction, row: LoanRow, prices: Prices): Promise<void> {
  const at = prices.now();
  const debt = accrue(debtOfRow(row), row.state === 'running' ? row.due_at : at);
  const accrued = withDebt(row, debt);
  const owed = owedOf(debt, owedScale(prices.catalogue.current()));
  if (cmp(await available(tx, row), owed) >= 0) {
    await pay(tx, accrued, owed, 'repayment', prices);
    return;
  }
  await saveLoan(tx, {
    ...accrued,
    state: 'overdue',
    late: true,
    instalment_at: null,
    remind_at: null,
    collect_at: at + RETRY,
  });
  if (row.state === 'overdue') return;
  await addEvent(tx, row.id, { kind: 'overdue', at, amount: owed });
  tx.notify(row.user_id, { kind: 'balance' });
  await sendLoanNotice(
    tx,
    { userId: row.user_id, loanId: row.id },
    {
      kind: 'overdue',
      at,
      values: { amount: `${owed} ${LOAN_CURRENCY}`, rate: mul(row.overdue_rate, '100') },
    },
  );
}

/** Reminds, settles interest and collects what is due of one loan. */
export async function collect(tx: Transaction, id: string, prices: Prices): Promise<void> {
  const at = prices.now();
  let row = await lockLoan(tx, id);
  if (!row || !isOpen(row)) return;
  if (row.remind_at !== null && row.remind_at <= at) {
    const owed = owedOf(accrue(debtOfRow(row), row.due_at - 1), owedScale(prices.catalogue.current()));
    row = { ...row, remind_at: null };
    await saveLoan(tx, row);
    // After a long outage the due time is past: that is told of by itself.
    if (row.due_at > at) {
      await sendLoanNotice(
        tx,
        { userId: row.user_id, loanId: row.id },
        {
          kind: 'reminder',
          at,
          values: { amount: `${owed} ${LOAN_CURRENCY}`, due: row.due_at },
        },
      );
    }
  }
  if (row.collect_at === null || row.collect_at > at) return;
  // Several months may have passed during an outage.
  while (isOpen(row) && row.instalment_at !== null && row.instalment_at <= at && row.due_at > row.instalment_at) {
    const before: number = row.instalment_at;
    row = await collectInterest(tx, row, prices);
    if (row.instalment_at === before) break;
  }
  if (!isOpen(row)) return;
  if (row.due_at <= at) await collectAll(tx, row, prices);
  else if (row.collect_at !== null && row.collect_at <= at)
    await saveLoan(tx, { ...row, collect_at: nextLook(row, at) });
}

type Parts = Prices & Pick<Dependencies, 'database'>;

/** Collects what is due, then counts the days that have begun: a day overdue begins to count once a loan was looked at. */
export async function collectDue(parts: Parts, { fence, signal, items }: Omit<JobRun, 'since'>): Promise<void> {
  const { database, now } = parts;
  while (!signal.aborted) {
    const ids = await collectable(database, now(), BATCH, items.aside('due'));
    const collected = await items.each('due', ids, String, (id) =>
      database.transaction(async (tx) => {
        await fence(tx);
        await collect(tx, id, parts);
      }),
    );
    if (collected === 0) break;
  }
}

/** Counts the days that have begun, of all loans, in batches between which others may write. */
export async function accrueDue(
  { database, now }: Pick<Dependencies, 'database' | 'now'>,
  { fence, items }: Omit<JobRun, 'since'>,
): Promise<number> {
  const idOf = ({ id }: { readonly id: string }) => id;
  let counted = 0;
  for (;;) {
    const before = counted;
    await items.together(
      'loan',
      await accruable(database, now(), ACCRUED_AT_ONCE, items.aside('loan')),
      idOf,
      async (some) => {
        counted += await database.transaction(async (tx) => {
          await fence(tx);
          return accrueMany(tx, now(), some.map(idOf));
        });
      },
    );
    // What others hold is counted by the next run.
    if (counted === before) return counted;
  }
}

export const collectJob = (parts: Parts): RecurringJob => ({
  name: 'loans-collect',
  every: EVERY,
  exclusive: true,
  items: ['due'],
  run: (run) => collectDue(parts, run),
});

export const accrueJob = (parts: Pick<Dependencies, 'database' | 'now'>): RecurringJob => ({
  name: 'loans-accrue',
  every: EVERY,
  exclusive: true,
  items: ['loan'],
  run: async (run) => void (await accrueDue(parts, run)),
});
