import { useTexts } from '@tessera/i18n';
import { formatRate } from '@tessera/money';
import { useLocale } from '@tessera/ui';
import type { Dispatch, Ref } from 'react';
import { MarketPrice, SteppedPrice } from '../../ticket/SteppedPrice.tsx';
import styles from '../../ticket/Ticket.module.css';
import { draftScales } from './fields.ts';
import type { FormAction, OrderForm } from './form.ts';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf, type Problem } from './problems.ts';
import type { DerivedOrder } from './use-order.ts';

export type FormPartProps = {
  readonly form: OrderForm;
  readonly derived: DerivedOrder;
  /** Those to show now. */
  readonly problems: readonly Problem[];
  readonly dispatch: Dispatch<FormAction>;
  readonly inputRef: Ref<HTMLInputElement>;
};

export function PriceField({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { at, last, warning, taken } = derived;
  const { tick, quote } = at.rules;
  if (form.kind === 'market') return <MarketPrice tick={tick} taken={taken} />;

  const problem = problems.find((each) => fieldOf(each) === 'price');
  return (
    <>
      <SteppedPrice
        label={t('form.priceIn', { unit: quote })}
        value={form.price}
        scale={draftScales(at).price}
        tick={tick}
        onChange={(draft) => dispatch({ type: 'price', draft })}
        onStep={(up) => dispatch({ type: 'step', up, tick, market: last })}
        error={problem && <ProblemText problem={problem} at={at} />}
        inputRef={inputRef}
      />
      {warning && (
        <p className={styles.warning} role="status">
          {t(`warning.${warning.way}`, { share: formatRate(warning.share, locale) })}
        </p>
      )}
    </>
  );
}
