import type { Command } from '@tessera/api';
import { useSpendingRefusal } from '@tessera/api/wallet';
import { cmp } from '@tessera/money';
import { Button } from '@tessera/ui';
import { Unresolved } from '@tessera/ui/forms';
import type { ComponentProps } from 'react';
import { Funds } from './Funds.tsx';
import { PaySheet } from './PaySheet.tsx';
import { Refusal } from './Refusal.tsx';
import { useAvailable } from './use-available.ts';

type Props = Pick<ComponentProps<typeof PaySheet>, 'title' | 'items' | 'note'> & {
  readonly currency: string;
  readonly amount: string;
  /** What the limit of one order is compared with; null where it does not hold. */
  readonly limited: string | null;
  /** What the button says. */
  readonly action: string;
  /** What is repeated where the outcome is not known. */
  readonly what: string;
  readonly command: Pick<Command<object, unknown>, 'busy' | 'repeat' | 'unresolved'>;
  readonly onAsk: () => void;
  readonly sheet: Pick<
    ComponentProps<typeof PaySheet>,
    'open' | 'problem' | 'needs' | 'onProof' | 'onProblem' | 'onKey' | 'onClose'
  >;
};

/** A given amount, paid from the spot account once the payment password confirms it. */
export function PayAmount({ currency, amount, limited, action, what, command, onAsk, sheet, ...about }: Props) {
  const available = useAvailable(currency);
  const spending = useSpendingRefusal(currency, { amount: limited });
  const refusal = spending.refused ?? spending.overLimit;
  return (
    <>
      {command.unresolved && (
        <Unresolved busy={command.busy} onRepeat={command.repeat}>
          {what}
        </Unresolved>
      )}
      <Funds currency={currency} needed={amount} />
      <Refusal text={refusal} />
      <Button
        size="l"
        block
        disabled={
          available === undefined || cmp(available, amount) < 0 || command.unresolved !== null || refusal !== null
        }
        onClick={onAsk}
      >
        {action}
      </Button>
      <PaySheet {...about} {...sheet} busy={command.busy} />
    </>
  );
}
