import { useSpendingRefusal } from '@tessera/api/wallet';
import { cmp } from '@tessera/money';
import { Button } from '@tessera/ui';
import { ApprovalSheet, type useApproval } from '@tessera/ui/approval';
import { Unresolved } from '@tessera/ui/forms';
import type { ComponentProps } from 'react';
import { Funds } from './Funds.tsx';
import { Refusal } from './Refusal.tsx';
import { useAvailable } from './use-available.ts';

type Props = Pick<ComponentProps<typeof ApprovalSheet>, 'title' | 'items' | 'note'> & {
  readonly currency: string;
  readonly amount: string;
  /** What the limit of one order is compared with; null where it does not hold. */
  readonly limited: string | null;
  /** What the button says. */
  readonly action: string;
  /** What is repeated where the outcome is not known. */
  readonly what: string;
  readonly approval: Pick<ReturnType<typeof useApproval<never, object, unknown>>, 'busy' | 'repeat' | 'sheet'> & {
    readonly unresolved: object | null;
  };
  readonly onAsk: () => void;
};

/** A given amount, paid from the spot account once the payment password confirms it. */
export function PayAmount({ currency, amount, limited, action, what, approval, onAsk, ...about }: Props) {
  const available = useAvailable(currency);
  const spending = useSpendingRefusal(currency, { amount: limited });
  const refusal = spending.refused ?? spending.overLimit;
  return (
    <>
      {approval.unresolved && (
        <Unresolved busy={approval.busy} onRepeat={approval.repeat}>
          {what}
        </Unresolved>
      )}
      <Funds currency={currency} needed={amount} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={
          available === undefined || cmp(available, amount) < 0 || approval.unresolved !== null || refusal !== null
        }
        onClick={onAsk}
      >
        {action}
      </Button>
      <ApprovalSheet {...about} {...approval.sheet} />
    </>
  );
}
