import { useTexts } from '@tessera/i18n';
import { add, type DecimalString, formatAmount, max, shareOf, sub, toStep } from '@tessera/money';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { Chip } from '../chip/Chip.tsx';
import box from '../field/Field.module.css';
import { Field, type FieldTexts } from '../field/Field.tsx';
import { useLocale } from '../locale.ts';
import { Span } from '../primitives/Primitives.tsx';
import styles from './AmountInput.module.css';
import { type AmountLimits, amountProblem } from './amount-problem.ts';
import { shareText } from './share-text.ts';
import { useAmountEntry } from './use-amount-entry.ts';

export type AmountInputProps = FieldTexts &
  AmountLimits & {
    /** '' while there is no number. */
    readonly value: DecimalString | '';
    readonly onChange: (value: DecimalString | '') => void;
    readonly unit?: string | undefined;
    /** Fraction digits that can be typed. */
    readonly scale: number;
    /** Shares of the balance offered as chips, in percent; 100 reads as "Max". */
    readonly percentages?: readonly number[] | undefined;
    /** Handles a chip itself: where the balance is in another currency than the input. */
    readonly onPercent?: ((percent: number) => void) | undefined;
    /** Buttons that go one step down and up. */
    readonly stepper?: boolean | undefined;
    readonly placeholder?: string | undefined;
    readonly disabled?: boolean | undefined;
    readonly name?: string | undefined;
  };

/** The value of one unit in the last digit: 10 to the power of minus the scale. */
const lastDigit = (scale: number): DecimalString => (scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`);

/** An amount or a price as a decimal string. Shows immediately when the amount is too high, other errors on blur. */
export function AmountInput(props: AmountInputProps) {
  const { label, helper, error, compact, value, onChange, unit, scale, step, min, balance } = props;
  const { percentages, onPercent, stepper, placeholder = '0', disabled, name } = props;
  const t = useTexts('common');
  const locale = useLocale();
  const [left, setLeft] = useState(false);
  const entry = useAmountEntry({ value, onChange, scale, unit });
  const size = step ?? lastDigit(scale);
  const stepBy = (direction: 1 | -1) => {
    const from = toStep(value || '0', size, 'down');
    const down = from === (value || '0') ? sub(from, size) : from;
    onChange(direction === 1 ? add(from, size) : max('0', down));
  };

  const withUnit = (amount: DecimalString) =>
    `${formatAmount(amount, scale, locale, { zeros: 'trimmed' })}${unit ? ` ${unit}` : ''}`;
  const problem = amountProblem(value, { step, min, balance });
  const messages = {
    balance: t('ui.tooMuch'),
    min: left ? t('ui.atLeast', { value: withUnit(min ?? '0') }) : null,
    step: left ? t('ui.notOnStep', { value: withUnit(size) }) : null,
  };
  const wrong = entry.problem ?? error ?? (problem && messages[problem]);
  // An amount that is read otherwise than it was meant is why it is too high.
  const message = wrong && entry.hint ? `${wrong} · ${entry.hint}` : wrong;
  const end =
    props.end ??
    (balance !== undefined && (
      <>
        {t('ui.available')}{' '}
        <Span tone="normal" weight="medium">
          {withUnit(balance)}
        </Span>
      </>
    ));

  return (
    <div className={styles.amount}>
      <Field label={label} helper={entry.hint ?? helper} error={message} end={end || undefined} compact={compact}>
        {(ids) => (
          <div className={box.box}>
            {stepper && (
              <IconButton
                label={t('ui.decrease')}
                icon={<Minus />}
                disabled={disabled || value === '' || value === '0'}
                onClick={() => stepBy(-1)}
              />
            )}
            <input
              {...ids}
              className={box.input}
              data-centred={stepper || undefined}
              type="text"
              autoComplete="off"
              name={name}
              placeholder={placeholder}
              disabled={disabled}
              {...entry.input}
              onFocus={() => setLeft(false)}
              onBlur={() => {
                setLeft(true);
                entry.leave();
              }}
            />
            {unit && <span className={box.unit}>{unit}</span>}
            {stepper && (
              <IconButton label={t('ui.increase')} icon={<Plus />} disabled={disabled} onClick={() => stepBy(1)} />
            )}
          </div>
        )}
      </Field>
      {percentages && (
        <div className={styles.chips}>
          {percentages.map((percent) => (
            <Chip
              key={percent}
              className={styles.chip}
              disabled={disabled || (onPercent === undefined && balance === undefined)}
              onClick={() => (onPercent ? onPercent(percent) : onChange(shareOf(balance ?? '0', percent, size)))}
            >
              {percent === 100 ? t('ui.max') : shareText(percent, locale)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}
