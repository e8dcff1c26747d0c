import { walletContract } from '@tessera/api/wallet/contract';
import { sub } from '@tessera/money';
import type { CatalogueSnapshot, Currency } from '../../platform/catalogue/catalogue.ts';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { heldAmounts, journalCommitter, userBalance, userBalances } from '../../platform/ledger/index.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { approvableOf } from '../../platform/ways/run-way.ts';
import { leftSince } from '../../platform/ways/store.ts';
import { fundsHistory, profit } from './history/history.ts';
import { pnl } from './history/pnl.ts';
import { snapshotJob } from './history/snapshots.ts';
import { currencyDetail, heldReader, walletOverview, worthOfFree } from './overview.ts';
import { beginPayment, listPayments, sendPayment } from './payments.ts';
import { receivedJob } from './received.ts';
import { accountRecords } from './records.ts';
import { spendingOf } from './spending.ts';
import { askForStatement, statements } from './statements/index.ts';
import { journalId, transferOf, transfers } from './transfer.ts';
import { wayInput } from './way-input.ts';

export { type AskedFor, closeLink, isLink, issueLink, openLink, TAKES_AT_MOST } from './statements/links.ts';
export { knownZone, zonedTime } from './statements/zoned-time.ts';

function requireCurrency(catalogue: CatalogueSnapshot, id: number): Currency {
  const currency = catalogue.currencyById(id);
  if (!currency) throw new DomainError('currency_unknown', { field: 'currency_id' });
  return currency;
}

const codeOf = (catalogue: CatalogueSnapshot, id: number | undefined): string | null =>
  id === undefined ? null : requireCurrency(catalogue, id).code;

/** Balances of users, their records, and transfers between own accounts. */
export const wallet = defineDomain(walletContract, (dependencies) => {
  const { database: stored, catalogue, feed, now, ports } = dependencies;
  const committer = journalCommitter(stored, now);
  const heldBy = heldReader(stored, ports, now);
  const payments = { ...dependencies, factors: createFactors(dependencies) };
  const documents = statements(dependencies);
  return {
    name: 'wallet',
    routes: documents.routes,
    seed: documents.clear,
    userData: {
      ledger_account: OWN_ROWS,
      ledger_entry: { rows: 'account_id in (select id from ledger_account where user_id = $1)' },
      journal: {
        rows: `id in (select e.journal_id from ledger_entry e join ledger_account a on a.id = e.account_id
                       where a.user_id = $1)`,
      },
      income_total: { rows: 'account_id in (select id from ledger_account where user_id = $1)' },
      wallet_flow: OWN_ROWS,
      wallet_snapshot: OWN_ROWS,
      cost_state: { leftOut: 'it follows from the entries' },
      statement_link: { leftOut: 'a link that ends within minutes' },
      // Neither learns the other's number in the table.
      value_out: { rows: 'user_id = $1', without: ['payee_id'] },
      value_carried: { rows: 'payer_id = $1', without: ['payee_id'] },
      value_excused: { rows: 'payer_id = $1', without: ['payee_id'] },
      payment: { rows: '$1 in (sender_id, recipient_id)', without: ['sender_id', 'recipient_id'] },
    },
    recordKinds: ['transfer', 'send', 'receive'],
    limitUses: { send: leftSince },
    closingObstacles: async (sql, userId) => {
      const amounts = await heldAmounts(sql, userId);
      return [{ kind: 'balance', count: amounts.length, amounts, worth: await worthOfFree(sql, feed, userId) }];
    },
    jobs: [snapshotJob({ database: stored, feed, now }), receivedJob({ database: stored })],
    calls: {
      'GET /wallet/spending': ({ user, language }, { currency }) => {
        if (!catalogue.current().currencyByCode(currency)) {
          throw new DomainError('currency_unknown', { field: 'currency' });
        }
        return stored.transaction((tx) => spendingOf(tx, user, currency, { feed, ports, language, now: now() }));
      },
      'POST /wallet/list': async ({ database: sql, user }) =>
        walletOverview({ sql, catalogue: catalogue.current(), feed }, await heldBy(user.id)),
      'POST /wallet/detail': async ({ database, user }, { currency_id }) =>
        currencyDetail(
          { sql: database, feed, ports, userId: user.id },
          requireCurrency(catalogue.current(), currency_id),
        ),
      'POST /wallet/legal_log': async ({ database, user }, { page, limit, account, currency_id, kind, from, to }) => {
        const { list, total } = await accountRecords(database, catalogue.current(), {
          userId: user.id,
          account: account ?? null,
          currency: codeOf(catalogue.current(), currency_id),
          kind: kind ?? null,
          from: from ?? null,
          to: to ?? null,
          page,
          limit,
        });
        return { list, page, limit, total };
      },
      'GET /wallet/history': ({ database, user }, { days }) =>
        fundsHistory({ database, feed, userId: user.id, now: now() }, days),
      'GET /wallet/profit': ({ database, user }) =>
        profit({ database, feed, userId: user.id, now: now() }, catalogue.current()),
      'GET /wallet/pnl': ({ database, user }) =>
        pnl({ database, feed, userId: user.id, now: now() }, catalogue.current()),
      'POST /wallet/statement': ({ database, user, language }, input) =>
        askForStatement({ sql: database, catalogue: catalogue.current(), user, language, now: now() }, input),
      'POST /wallet/change': {
        keyed: async ({ user, use }, payload) => {
          const transfer = () => transferOf(catalogue.current(), user.id, payload, now());
          const guarded = ports.transferFrom(payload.from_field);
          if (!guarded) return committer.post(use, transfer);
          const { output } = transfer();
          const { currency, number: amount, to_field: to } = output;
          const { ref, at } = await guarded({ userId: user.id, currency, amount, to }, use);
          return { ...output, id: await journalId(stored, ref), at };
        },
      },
      'GET /wallet/transferable': async ({ database, user }, { account, currency_id }) => {
        const { code } = requireCurrency(catalogue.current(), currency_id);
        const available = await userBalance(database, user.id, account, code);
        const guarded = ports.transferable(account);
        const transferable = guarded ? await guarded(database, user.id, code) : available;
        return { available, held: sub(available, transferable), transferable };
      },
      'POST /wallet/way/begin': async ({ database, user }, { call, input }) => {
        const fields = wayInput(call, input);
        const shown = await ports.wayTerms(call)(database, fields);
        return { approval: await ports.approval().begin(user, approvableOf(call, fields), shown) };
      },
      'POST /wallet/zhuanzhan/begin': ({ user }, input) => beginPayment(payments, user, input),
      'POST /wallet/zhuanzhan': { keyed: ({ user, use }, input) => sendPayment(payments, user, use, input) },
      'GET /wallet/zhuanzhan/list': ({ database, user }, page) =>
        listPayments(database, catalogue.current(), user.id, page),
      'GET /wallet/hzhistory': async ({ database, user }, { currency_id, page, limit }) => {
        const { list, total } = await transfers(database, catalogue.current(), user.id, {
          currency: codeOf(catalogue.current(), currency_id),
          page,
          limit,
        });
        return { list, page, limit, total };
      },
      'GET /currency/user_currency_list': async ({ database, user }, { account }) => {
        const balances = await userBalances(database, user.id);
        const own = new Map(balances.filter(({ name }) => name === account).map((each) => [each.currency, each]));
        return {
          list: catalogue.current().currencies.map(({ id, code, name, scale }) => ({
            currency_id: id,
            currency: code,
            name,
            scale,
            available: own.get(code)?.available ?? '0',
            frozen: own.get(code)?.frozen ?? '0',
          })),
        };
      },
    },
  };
});
