import { useTexts } from '@tessera/i18n';
import { scaleOf } from '@tessera/money';
import type { Dispatch, Ref } from 'react';
import { MarketPrice, SteppedPrice } from '../../ticket/SteppedPrice.tsx';
import type { LeverAction, LeverForm } from './form.ts';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf, type Problem } from './problems.ts';
import type { DerivedOrder } from './use-lever-order.ts';

export type FormPartProps = {
  readonly form: LeverForm;
  readonly derived: DerivedOrder;
  /** Those to show now. */
  readonly problems: readonly Problem[];
  readonly dispatch: Dispatch<LeverAction>;
  readonly inputRef?: Ref<HTMLInputElement>;
};

/** The limit price, the trigger price of a stop entry, or in their place what a market order is expected to pay. */
export function LeverPrice({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading/leverage');
  const { at, last, taken } = derived;
  const { tick, quote } = at.terms;
  if (form.kind === 'market') return <MarketPrice tick={tick} taken={taken} />;
  const field = form.kind === 'limit' ? 'price' : 'trigger';
  const problem = problems.find((each) => fieldOf(each) === 'price');
  return (
    <SteppedPrice
      label={
        form.kind === 'limit'
          ? t('form.priceIn', { ns: 'trading', unit: quote })
          : t('lever.form.triggerIn', { ns: 'trading', unit: quote })
      }
      value={form[field]}
      scale={scaleOf(tick)}
      tick={tick}
      onChange={(draft) => dispatch({ type: field, draft })}
      onStep={(up) => dispatch({ type: 'step', field, up, tick, market: last })}
      error={problem && <ProblemText problem={problem} at={at} />}
      {...(inputRef !== undefined && { inputRef })}
    />
  );
}
