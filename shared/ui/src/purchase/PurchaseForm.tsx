import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import type { ReactNode } from 'react';
import { AmountInput, type AmountInputProps } from '../amount-input/AmountInput.tsx';
import { ApprovalSheet, type ApprovalSheetProps } from '../approval/ApprovalSheet.tsx';
import type { ApprovalState } from '../approval/use-approval.ts';
import { Button } from '../button/Button.tsx';
import { KeyValue, type KeyValueItem } from '../key-value/KeyValue.tsx';
import { Card, Heading, Note } from '../primitives/Primitives.tsx';
import { Unresolved } from '../unresolved/Unresolved.tsx';
import type { PurchaseEntry } from './purchase.ts';

type Props = {
  readonly purchase: Pick<PurchaseEntry<{ readonly amount: string }>, 'field' | 'refusal' | 'short' | 'terms'> & {
    readonly busy: boolean;
    readonly repeat: () => void;
    readonly submit: () => void;
    readonly sheet: ApprovalState;
  };
  readonly title: string;
  /** Shown above it. */
  readonly heading?: string;
  /** What is repeated, where the outcome is unknown; null otherwise. */
  readonly unresolved: string | null;
  /** Of the field of the amount. */
  readonly amount: Pick<AmountInputProps, 'label'> & Partial<AmountInputProps>;
  /** What the amount costs and yields. */
  readonly items: readonly KeyValueItem[];
  /** Further fields, and what has changed. */
  readonly children?: ReactNode;
  /** What the button says. */
  readonly action: string;
  /** Where `currency_id` is deposited, offered where there is too little. */
  readonly currencyId: number;
  /** Every figure again, for the approval. */
  readonly confirmed: Pick<ApprovalSheetProps, 'title'> & Partial<ApprovalSheetProps>;
  /** Below the buttons. */
  readonly further?: ReactNode;
};

/** The form of what is bought by an amount of a balance: amount, what it yields, and the button that has it approved. */
export function PurchaseForm(props: Props) {
  const { purchase, title, heading, unresolved, amount, items, children, action, currencyId, confirmed, further } =
    props;
  const t = useTexts('common');
  const { field, refusal, short, busy, repeat, submit, sheet, terms } = purchase;
  return (
    <Card gap={3} aria-label={title}>
      {heading && <Heading size={16}>{heading}</Heading>}
      {unresolved !== null && (
        <Unresolved busy={busy} onRepeat={repeat}>
          {unresolved}
        </Unresolved>
      )}
      <AmountInput {...field} {...(field.balance !== undefined && { percentages: [25, 50, 100] })} {...amount} />
      <KeyValue items={items} />
      {children}
      {refusal === null ? (
        <Button block size="l" onClick={submit}>
          {action}
        </Button>
      ) : (
        <Note>{refusal}</Note>
      )}
      {short && (
        <Button block variant="secondary" to={screenUrl('/pages/fund/receive', { currency_id: currencyId })}>
          {t('ui.deposit', { currency: terms.currency })}
        </Button>
      )}
      {further}
      <ApprovalSheet {...sheet} {...confirmed} />
    </Card>
  );
}
