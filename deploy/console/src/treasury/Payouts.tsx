import { Button, SkeletonRows } from '@tessera/ui';
import { useState } from 'react';
import { ChangeDialog } from '../actions/ChangeDialog.tsx';
import { useServices } from '../app/services.ts';
import { formatAmount, minuteOf } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice } from '../notice/Notice.tsx';
import support from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import { DataTable } from './DataTable.tsx';
import { PAYOUTS, type Payout, usePayouts } from './queries.ts';
import { SignDialog } from './SignDialog.tsx';

const words = texts.treasury;

type Asked = { readonly payout: Payout; readonly to: 'sign' | 'release' };

/** Gives a payment that was never signed to staff. */
function ReleaseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { call } = useServices();
  return (
    <ChangeDialog
      title={words.releaseTitle(id)}
      confirmLabel={words.release}
      tone="danger"
      idle={null}
      done={words.released}
      reads={[PAYOUTS]}
      send={(reason) => call('POST /staff/payout/release', { id, reason })}
      onClose={onClose}
    >
      <p>{words.releaseLead}</p>
    </ChangeDialog>
  );
}

function Actions({ payout, onAsk }: { readonly payout: Payout; readonly onAsk: (asked: Asked) => void }) {
  const { id, state, waits } = payout;
  if (state !== 'ordered') return null;
  return (
    <div className={support.tools}>
      {waits === 'approvals_missing' && (
        <Button size="s" aria-label={words.signLabel(id)} onClick={() => onAsk({ payout, to: 'sign' })}>
          {words.sign}
        </Button>
      )}
      <Button
        size="s"
        variant="secondary"
        aria-label={words.releaseLabel(id)}
        onClick={() => onAsk({ payout, to: 'release' })}
      >
        {words.release}
      </Button>
    </div>
  );
}

/** Payments by the signer that are not at their end, and what it still allows. */
export function Payouts() {
  const query = usePayouts();
  const { data } = query;
  const [asked, setAsked] = useState<Asked | null>(null);
  if (!data) return <Loaded query={query} title={words.payoutsFailed} waiting={<SkeletonRows count={6} />} />;
  const { list, signer } = data;
  const close = () => setAsked(null);
  return (
    <>
      {!(signer.configured && signer.reached) && (
        <Notice tone={signer.configured ? 'warn' : 'info'}>
          <p>{signer.configured ? words.signerAway : words.signerMissing}</p>
        </Notice>
      )}
      <DataTable
        name="payouts"
        columns={['id', 'chain', 'amount', 'target', 'state', 'approvals', 'ordered', 'actions']}
        rows={list.map((payout) => {
          const { id, chain, currency, amount, target, state, waits, detail, approvals, ordered_at } = payout;
          const named = words.states[state];
          return {
            key: id,
            cells: [
              id,
              chain,
              `${formatAmount(amount)} ${currency}`,
              { text: target, long: true },
              { text: waits === null ? named : words.waits(named, waits, detail), long: true },
              approvals.join(', '),
              minuteOf(ordered_at),
              <Actions key="actions" payout={payout} onAsk={setAsked} />,
            ],
          };
        })}
      />
      <DataTable
        name="caps"
        columns={['chain', 'currency', 'transaction', 'hour', 'day', 'above']}
        rows={signer.wallets.flatMap(({ chain, assets }) =>
          assets.map(({ currency, transaction, hour_left, day_left, approvals_above }) => ({
            key: `${chain} ${currency}`,
            cells: [chain, currency, ...[transaction, hour_left, day_left, approvals_above].map(formatAmount)],
          })),
        )}
      />
      {asked?.to === 'sign' && <SignDialog payout={asked.payout} onClose={close} />}
      {asked?.to === 'release' && <ReleaseDialog id={asked.payout.id} onClose={close} />}
    </>
  );
}
