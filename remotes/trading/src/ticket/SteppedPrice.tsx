import { useTexts } from '@tessera/i18n';
import { formatPrice, formatRate } from '@tessera/money';
import { classes, useLocale } from '@tessera/ui';
import { Minus, Plus } from '@tessera/ui/icons';
import type { ComponentProps } from 'react';
import { exactText } from '../market/exact-text.ts';
import { Figures } from '../market/figures/Figures.tsx';
import { NumberField } from './NumberField.tsx';
import styles from './Ticket.module.css';

type MarketPriceProps = {
  readonly tick: string;
  /** What the size takes from the book; null while there is none. `slippage` is a ratio. */
  readonly taken: { readonly average: string | null; readonly slippage: string } | null;
};

/** In place of the price of a market order: what it is expected to pay, once there is a size. */
export function MarketPrice({ tick, taken }: MarketPriceProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  if (!taken?.average) return <p className={styles.marketPrice}>{t('form.marketPrice')}</p>;
  return (
    <Figures
      className={classes(styles.figures, styles.expected)}
      items={[
        { label: t('form.expectedPrice'), value: formatPrice(taken.average, tick, locale) },
        { label: t('form.slippage'), value: formatRate(taken.slippage, locale, 2) },
      ]}
    />
  );
}

type Props = Omit<ComponentProps<typeof NumberField>, 'before' | 'after' | 'onStep'> & {
  readonly tick: string;
  readonly onStep: (up: boolean) => void;
};

/** A price with a button on either side that moves it by a tick. */
export function SteppedPrice({ tick, onStep, ...field }: Props) {
  const t = useTexts('trading');
  const shown = exactText(tick, useLocale());
  const stepper = (up: boolean) => (
    <button
      type="button"
      className={styles.step}
      aria-label={t(up ? 'form.raise' : 'form.lower', { tick: shown })}
      onClick={() => onStep(up)}
    >
      {up ? <Plus /> : <Minus />}
    </button>
  );
  return <NumberField {...field} onStep={onStep} before={stepper(false)} after={stepper(true)} />;
}
