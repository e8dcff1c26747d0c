import { formatAmount, minuteOf } from '../figures/format.ts';
import { Notice } from '../notice/Notice.tsx';
import { texts } from '../texts.ts';
import { DataTable } from './DataTable.tsx';
import type { Treasury } from './queries.ts';

const words = texts.treasury;

/** Below zero it stands out. */
const signed = (amount: string) => ({ text: formatAmount(amount), bad: amount.startsWith('-') });

/** What is owed against what is held, what does not agree, and what members have set. */
export function Overview({ treasury }: { readonly treasury: Treasury }) {
  const { assets, differences, limits, sweeps, cold, elsewhere } = treasury;
  return (
    <>
      <DataTable
        name="assets"
        columns={['currency', 'liabilities', 'hot', 'deposit', 'cold', 'elsewhere', 'surplus']}
        rows={assets.map((each) => ({
          key: each.currency,
          cells: [
            each.currency,
            ...[each.liabilities, each.hot, each.deposit, each.cold, each.elsewhere].map(formatAmount),
            signed(each.surplus),
          ],
        }))}
      />
      <DataTable
        name="differences"
        columns={['chain', 'reason', 'currency', 'amount', 'subject', 'blocks', 'seen']}
        rows={differences.map(({ id, chain, reason, currency, amount, subject, first_height, height, seen_at }) => ({
          key: id,
          cells: [
            chain,
            { text: words.reasons[reason], bad: true },
            currency,
            signed(amount),
            { text: subject, long: true },
            `${first_height}–${height}`,
            minuteOf(seen_at),
          ],
        }))}
      />
      <DataTable
        name="limits"
        columns={['chain', 'currency', 'low', 'high', 'hot', 'move']}
        rows={limits.map(({ chain, currency, low, high, hot, move }) => ({
          key: `${chain} ${currency}`,
          cells: [
            chain,
            currency,
            formatAmount(low),
            formatAmount(high),
            hot === null ? words.notYet : formatAmount(hot),
            move === null
              ? hot !== null && words.within
              : { text: words.moveTo(move.to, formatAmount(move.amount)), bad: true },
          ],
        }))}
      />
      <DataTable
        name="sweeps"
        columns={['chain', 'currency', 'from']}
        rows={sweeps.map(({ chain, currency, amount }) => ({
          key: `${chain} ${currency}`,
          cells: [chain, currency, Number(amount) === 0 ? words.never : formatAmount(amount)],
        }))}
      />
      <DataTable
        name="cold"
        columns={['chain', 'address']}
        rows={cold.map(({ chain, address }) => ({ key: chain, cells: [chain, { text: address, long: true }] }))}
      />
      <DataTable
        name="elsewhere"
        columns={['place', 'currency', 'amount']}
        rows={elsewhere.map(({ reference, currency, amount }) => ({
          key: `${reference} ${currency}`,
          cells: [{ text: reference, long: true }, currency, formatAmount(amount)],
        }))}
      />
    </>
  );
}

/** How far each chain is reconciled, and what its wallets hold. */
export function Wallets({ treasury: { chains } }: { readonly treasury: Treasury }) {
  return (
    <>
      {chains.map(
        ({ chain, halted_for, halted_at }) =>
          halted_for !== null &&
          halted_at !== null && (
            <Notice key={chain} tone="warn" title={chain}>
              <p>{words.halted(minuteOf(halted_at), halted_for)}</p>
            </Notice>
          ),
      )}
      <DataTable
        name="chains"
        columns={['chain', 'height', 'at', 'state']}
        rows={chains.map(({ chain, height, at, problem }) => ({
          key: chain,
          cells: [
            chain,
            height,
            at !== null && minuteOf(at),
            problem === null
              ? height === null
                ? words.notYet
                : words.reconciled
              : { text: problem, long: true, bad: true },
          ],
        }))}
      />
      <DataTable
        name="holdings"
        columns={['chain', 'role', 'currency', 'arrived', 'paid', 'fees', 'moved', 'expected', 'held']}
        rows={chains.flatMap(({ chain, holdings }) =>
          holdings.map((each) => ({
            key: `${chain} ${each.role} ${each.currency}`,
            cells: [
              chain,
              words.wallets[each.role],
              each.currency,
              ...[each.arrived, each.paid, each.fees, each.moved, each.expected].map(formatAmount),
              {
                text: formatAmount(each.held),
                bad: each.role !== 'cold' && formatAmount(each.held) !== formatAmount(each.expected),
              },
            ],
          })),
        )}
      />
    </>
  );
}

/** What the signer moved between addresses of the platform, and which of them wait because their sweep failed. */
export function Movements({ treasury: { movements, set_aside } }: { readonly treasury: Treasury }) {
  return (
    <>
      <DataTable
        name="movements"
        columns={['chain', 'kind', 'currency', 'amount', 'target', 'sources', 'state', 'txid', 'ordered']}
        rows={movements.map((each) => {
          const { state, waits, detail } = each;
          return {
            key: each.id,
            cells: [
              each.chain,
              words.moves[each.kind],
              each.currency,
              formatAmount(each.amount),
              { text: each.target, long: true },
              each.sources,
              {
                text: waits === null ? words.states[state] : words.waits(words.states[state], waits, detail),
                bad: state === 'failed',
              },
              { text: each.txid ?? '', long: each.txid !== null },
              minuteOf(each.ordered_at),
            ],
          };
        })}
      />
      <DataTable
        name="set_aside"
        columns={['chain', 'currency', 'address', 'failures', 'reason', 'failed', 'until']}
        rows={set_aside.map(({ chain, currency, address, failures, detail, failed_at, until }) => ({
          key: `${chain} ${currency} ${address}`,
          cells: [
            chain,
            currency,
            { text: address, long: true },
            failures,
            { text: detail, long: true },
            minuteOf(failed_at),
            minuteOf(until),
          ],
        }))}
      />
    </>
  );
}
