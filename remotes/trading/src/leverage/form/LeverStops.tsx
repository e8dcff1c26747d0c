import { useTexts } from '@tessera/i18n';
import { formatAmount, formatPercent, formatPrice, scaleOf } from '@tessera/money';
import { Stack, Text, useLocale } from '@tessera/ui';
import { Checkbox } from '@tessera/ui/forms';
import { NumberField } from '../../ticket/NumberField.tsx';
import type { StopEntry, StopField, StopUnit } from './form.ts';
import styles from './LeverForm.module.css';
import type { FormPartProps } from './LeverPrice.tsx';
import { ProblemText } from './ProblemText.tsx';
import { fieldOf, type Problem } from './problems.ts';
import type { Stop } from './stops.ts';
import type { LeverTerms } from './terms.ts';

const UNITS = ['price', 'percent', 'money'] as const satisfies readonly StopUnit[];

type StopInputProps = {
  readonly field: StopField;
  readonly entry: StopEntry;
  /** What the entry comes to. */
  readonly stop: Stop | null;
  readonly at: { readonly terms: Pick<LeverTerms, 'quote' | 'currency' | 'currencyId' | 'tick' | 'scale'> };
  readonly problem: Problem | undefined;
  readonly onDraft: (draft: string) => void;
  readonly onUnit: (unit: StopUnit) => void;
};

/** A take profit or a stop loss: as a price, a return on the margin, or a result in money. */
export function StopInput({ field, entry, stop, at, problem, onDraft, onUnit }: StopInputProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { terms } = at;
  // Price and result are often in one currency, which alone would not tell them apart.
  const names = {
    price: t('form.priceIn', { ns: 'trading', unit: terms.quote }),
    percent: 'ROE %',
    money: t('lever.stop.result', { currency: terms.currency }),
  };
  const scale = { price: scaleOf(terms.tick), percent: 2, money: Math.min(2, terms.scale) }[entry.by];
  return (
    <>
      <NumberField
        label={t(`lever.stop.${field}`, { ns: 'trading' })}
        value={entry.draft}
        scale={scale}
        onChange={onDraft}
        error={problem && <ProblemText problem={problem} at={at} />}
        after={
          <select
            className={styles.unit}
            aria-label={t('lever.stop.unit', { stop: t(`lever.stop.${field}`, { ns: 'trading' }) })}
            value={entry.by}
            onChange={(event) => {
              const unit = UNITS.find((each) => each === event.target.value);
              if (unit) onUnit(unit);
            }}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {names[unit]}
              </option>
            ))}
          </select>
        }
      />
      {stop && !problem && (
        <Text size={11} tight>
          {t('lever.stop.meaning', {
            price: formatPrice(stop.price, terms.tick, locale),
            result: `${formatAmount(stop.pnl, 2, locale, { signed: true })} ${terms.currency}`,
            roe: formatPercent(stop.roe, locale),
          })}
        </Text>
      )}
    </>
  );
}

/** Take profit, stop loss and trailing stop that the position opens with. */
export function LeverStops({ form, derived, problems, dispatch }: FormPartProps) {
  const t = useTexts('trading/leverage');
  const { at } = derived;
  const of = (field: StopField | 'trailing') => problems.find((each) => fieldOf(each) === field);
  const trailing = of('trailing');
  return (
    <Stack gap={2}>
      <Checkbox checked={form.protected} onChange={(on) => dispatch({ type: 'protected', on })}>
        {t('lever.stop.both')}
      </Checkbox>
      {form.protected && (
        <>
          {(['profit', 'loss'] as const).map((field) => (
            <StopInput
              key={field}
              field={field}
              entry={form[field]}
              stop={derived[field]}
              at={at}
              problem={of(field)}
              onDraft={(draft) => dispatch({ type: 'stop', field, draft })}
              onUnit={(by) => dispatch({ type: 'stopUnit', field, by })}
            />
          ))}
          <NumberField
            label={t('lever.stop.trailingIn')}
            value={form.trailing}
            scale={2}
            onChange={(draft) => dispatch({ type: 'trailing', draft })}
            error={trailing && <ProblemText problem={trailing} at={at} />}
          />
        </>
      )}
    </Stack>
  );
}
