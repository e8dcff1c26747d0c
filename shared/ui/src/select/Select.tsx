import { useTexts } from '@tessera/i18n';
import { withoutAccents } from '@tessera/money/typed';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../classes.ts';
import { EmptyState } from '../empty/EmptyState.tsx';
import box from '../field/Field.module.css';
import { Field, type FieldTexts } from '../field/Field.tsx';
import { SearchInput } from '../field/SearchInput.tsx';
import { Sheet } from '../sheet/Sheet.tsx';
import { RadioGroup } from '../toggle/RadioGroup.tsx';
import styles from './Select.module.css';

export type SelectOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly note?: string | undefined;
  readonly start?: ReactNode;
  /** Found by a search, not shown. */
  readonly words?: string | undefined;
};

export type SelectProps<Value extends string> = FieldTexts & {
  readonly options: ReadonlyArray<SelectOption<Value>>;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly placeholder?: string | undefined;
  readonly searchable?: boolean | undefined;
  readonly disabled?: boolean | undefined;
};

/** Without case and accents: “cote” finds “Côte d’Ivoire”. */
const plain = (text: string): string => withoutAccents(text).toLocaleLowerCase();

const matches = ({ label, value, note = '', words = '' }: SelectOption<string>, wanted: string) =>
  plain(`${label} ${value} ${note} ${words}`).includes(plain(wanted));

export type ChoiceListProps<Value extends string> = {
  readonly label: string;
  readonly options: ReadonlyArray<SelectOption<Value>>;
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onPick?: (() => void) | undefined;
  readonly searchable?: boolean | undefined;
};

/** The choices, with a search over them. */
export function ChoiceList<Value extends string>({ options, searchable, ...group }: ChoiceListProps<Value>) {
  const t = useTexts('common');
  const [search, setSearch] = useState('');
  const wanted = search.trim();
  const shown = wanted ? options.filter((option) => matches(option, wanted)) : options;
  return (
    <>
      {searchable && (
        <div className={styles.search}>
          <SearchInput label={t('search')} value={search} onChange={setSearch} />
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState illustration="search" title={t('ui.noMatch')} compact />
      ) : (
        <RadioGroup {...group} options={shown} />
      )}
    </>
  );
}

/** One of a list, chosen in a sheet. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, helper, error, end, compact, options, value, onChange, placeholder, searchable, disabled } = props;
  const t = useTexts('common');
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const close = () => setOpen(false);
  return (
    <>
      <Field label={label} helper={helper} error={error} end={end} compact={compact}>
        {({ id, 'aria-describedby': describedBy }) => (
          <button
            id={id}
            className={classes(box.box, styles.button)}
            type="button"
            disabled={disabled}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            aria-label={`${label}: ${chosen?.label ?? placeholder ?? t('ui.select')}`}
            data-invalid={error ? true : undefined}
            onClick={() => setOpen(true)}
          >
            {chosen?.start}
            <span className={styles.value} data-empty={chosen ? undefined : true}>
              {chosen?.label ?? placeholder ?? t('ui.select')}
            </span>
            <ChevronDown />
          </button>
        )}
      </Field>
      <ChoiceSheet {...{ open, label, options, value, onChange, searchable }} onClose={close} />
    </>
  );
}

type ChoiceSheetProps<Value extends string> = Omit<ChoiceListProps<Value>, 'onPick'> & {
  readonly open: boolean;
  readonly onClose: () => void;
};

/** The choices in a sheet, which a choice closes. */
export const ChoiceSheet = <Value extends string>({ open, onClose, ...list }: ChoiceSheetProps<Value>) => (
  <Sheet open={open} onClose={onClose} title={list.label} tall={list.searchable}>
    <ChoiceList {...list} onPick={onClose} />
  </Sheet>
);
