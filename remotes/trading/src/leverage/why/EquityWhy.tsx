import { useTexts } from '@tessera/i18n';
import type { DecimalString } from '@tessera/money';
import { Explanation, formulaOf } from '@tessera/ui/content';
import { useTerms } from './use-terms.ts';

export type EquityWhyProps = {
  readonly currency: string;
  readonly equity: DecimalString;
  readonly available: DecimalString;
  /** Of all open positions. */
  readonly margin: DecimalString;
  readonly pnl: DecimalString;
  /** Of cross positions: those of isolated ones stay with their margin. */
  readonly closingFees: DecimalString;
  /** Held for orders. */
  readonly reserved: DecimalString;
};

/** What a leverage account is worth: what is free, in positions, and held for orders. */
export default function EquityWhy({ currency, equity, available, margin, pnl, closingFees, reserved }: EquityWhyProps) {
  const t = useTexts('trading/leverage');
  const terms = useTerms({ base: '', currency, tick: undefined });
  return (
    <Explanation
      {...formulaOf(terms.equity(equity), [
        ...[terms.available(available), '+', terms.margin(margin), '+', terms.pnl(pnl)],
        ...['+', { label: t('lever.why.reserved'), value: terms.money(reserved) }, '−', terms.closingFee(closingFees)],
      ])}
      note={t('lever.why.pnl')}
    />
  );
}
