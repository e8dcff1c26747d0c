import { useTexts } from '@tessera/i18n';
import { Sheet, useLocale } from '@tessera/ui';
import { RadioGroup } from '@tessera/ui/forms';
import { ChevronDown } from '@tessera/ui/icons';
import { useState } from 'react';
import { exactText } from '../exact-text.ts';
import styles from './DepthBook.module.css';

type GroupingProps = {
  readonly step: string;
  readonly steps: readonly string[];
  readonly onStep: (step: string) => void;
};

/** Which prices of the book stand together. */
export function Grouping({ step, steps, onStep }: GroupingProps) {
  const t = useTexts('trading');
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const label = t('book.precision');
  return (
    <>
      <button
        type="button"
        className={styles.grouping}
        aria-haspopup="dialog"
        aria-label={t('named', { name: label, value: exactText(step, locale) })}
        onClick={() => setOpen(true)}
      >
        <span>{exactText(step, locale)}</span>
        <ChevronDown />
      </button>
      <Sheet open={open} onClose={close} title={label}>
        <RadioGroup<string>
          label={label}
          value={step}
          options={steps.map((each) => ({ value: each, label: exactText(each, locale) }))}
          onChange={onStep}
          onPick={close}
        />
      </Sheet>
    </>
  );
}
