import { useTexts } from '@tessera/i18n';
import { formatPrice, formatRate } from '@tessera/money';
import { classes, useLocale } from '@tessera/ui';
import { Minus, Plus } from '@tessera/ui/icons';
import type { Dispatch, Ref } from 'react';
import { exactText } from '../../exact-text.ts';
import { draftScales } from './fields.ts';
import type { FormAction, OrderForm } from './form.ts';
import { NumberField } from './NumberField.tsx';
import styles from './OrderForm.module.css';
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

/** In place of the price of a market order: what it is expected to pay, once there is a size. */
function MarketPrice({ derived: { at, taken } }: { readonly derived: DerivedOrder }) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!taken?.average) return <p className={styles.marketPrice}>{t('form.marketPrice')}</p>;
  return (
    <dl className={classes(styles.figures, styles.expected)}>
      <div>
        <dt>{t('form.expectedPrice')}</dt>
        <dd>{formatPrice(taken.average, at.rules.tick, locale)}</dd>
      </div>
      <div>
        <dt>{t('form.slippage')}</dt>
        <dd>{formatRate(taken.slippage, locale, 2)}</dd>
      </div>
    </dl>
  );
}

export function PriceField({ form, derived, problems, dispatch, inputRef }: FormPartProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { at, last, warning } = derived;
  if (form.kind === 'market') return <MarketPrice derived={derived} />;

  const { tick, quote } = at.rules;
  const step = (up: boolean) => dispatch({ type: 'step', up, tick, market: last });
  const problem = problems.find((each) => fieldOf(each) === 'price');
  const shownTick = exactText(tick, locale);
  return (
    <>
      <NumberField
        label={t('form.priceIn', { unit: quote })}
        draft={form.price}
        scale={draftScales(at).price}
        onDraft={(draft) => dispatch({ type: 'price', draft })}
        onStep={step}
        error={problem && <ProblemText problem={problem} at={at} />}
        inputRef={inputRef}
        before={
          <button
            type="button"
            className={styles.step}
            aria-label={t('form.lower', { tick: shownTick })}
            onClick={() => step(false)}
          >
            <Minus />
          </button>
        }
        after={
          <button
            type="button"
            className={styles.step}
            aria-label={t('form.raise', { tick: shownTick })}
            onClick={() => step(true)}
          >
            <Plus />
          </button>
        }
      />
      {warning && (
        <p className={styles.warning} role="status">
          {t(`warning.${warning.way}`, { share: formatRate(warning.share, locale) })}
        </p>
      )}
    </>
  );
}
