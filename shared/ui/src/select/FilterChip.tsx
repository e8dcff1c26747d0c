import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Chip } from '../chip/Chip.tsx';
import styles from './Select.module.css';
import { ChoiceSheet, type SelectOption } from './Select.tsx';

export type FilterChipProps<Value extends string> = {
  /** What it filters by: "Currency". It is shown while nothing is filtered out, then the choice in its place. */
  readonly label: string;
  readonly options: ReadonlyArray<SelectOption<Value>>;
  readonly value: Value;
  /** The choice that filters nothing out. */
  readonly any: Value;
  readonly onChange: (value: Value) => void;
  readonly searchable?: boolean | undefined;
};

/** A filter over a list as a chip: a tap opens its choices, and it is lit while it filters. */
export function FilterChip<Value extends string>(props: FilterChipProps<Value>) {
  const { label, options, value, any, onChange, searchable } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <>
      <Chip
        className={styles.filter}
        data-lit={value !== any || undefined}
        aria-haspopup="dialog"
        aria-label={`${label}: ${chosen}`}
        onClick={() => setOpen(true)}
      >
        {value === any ? label : chosen}
        <ChevronDown />
      </Chip>
      <ChoiceSheet {...{ open, label, options, value, onChange, searchable }} onClose={close} />
    </>
  );
}
