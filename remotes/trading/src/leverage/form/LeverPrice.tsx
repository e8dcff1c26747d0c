import { useTexts } from '@tessera/i18n';
import { formatPrice, formatRate, scaleOf } from '@tessera/money';
import { classes, useLocale } from '@tessera/ui';
import { Minus, Plus } from '@tessera/ui/icons';
import type { Dispatch, Ref } from 'react';
import { exactText } from '../../exact-text.ts';
import { NumberField } from '../../spot/order-form/NumberField.tsx';
import order from '../../spot/order-form/OrderForm.module.css';
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

function MarketPrice({ derived: { at, taken } }: Pick<FormPartProps, 'derived'>) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!taken?.average) return <p className={order.marketPrice}>{t('form.marketPrice')}</p>;
  return (
    <dl className={classes(order.figures, order.expected)}>
      <div>
        <dt>{t('form.expectedPrice')}</dt>
        <dd>{formatPrice(taken.average, at.terms.tick, locale)}</dd>
      </div>
      <div>
        <dt>{t('form.slippage')}</dt>
        <dd>{formatRate(taken.slippage, locale, 2)}</dd>
      </div>
    </dl>
  );
}

/** The limit price, the trigger price of a stop entry, or in their place what a market order is expected to pay. */
export function LeverPrice({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { at, last } = derived;
  const { tick, quote } = at.terms;
  if (form.kind === 'market') return <MarketPrice derived={derived} />;
  const field = form.kind === 'limit' ? 'price' : 'trigger';
  const step = (up: boolean) => dispatch({ type: 'step', field, up, tick, market: last });
  const problem = problems.find((each) => fieldOf(each) === 'price');
  const shownTick = exactText(tick, locale);
  const stepper = (up: boolean) => (
    <button
      type="button"
      className={order.step}
      aria-label={t(up ? 'form.raise' : 'form.lower', { tick: shownTick })}
      onClick={() => step(up)}
    >
      {up ? <Plus /> : <Minus />}
    </button>
  );
  return (
    <NumberField
      label={t(form.kind === 'limit' ? 'form.priceIn' : 'lever.form.triggerIn', { unit: quote })}
      draft={form[field]}
      scale={scaleOf(tick)}
      onDraft={(draft) => dispatch({ type: field, draft })}
      onStep={step}
      error={problem && <ProblemText problem={problem} at={at} />}
      {...(inputRef !== undefined && { inputRef })}
      before={stepper(false)}
      after={stepper(true)}
    />
  );
}
