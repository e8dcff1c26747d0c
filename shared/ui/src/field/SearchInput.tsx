import { useTexts } from '@tessera/i18n';
import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../classes.ts';
import styles from './Field.module.css';

export type SearchInputProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Enter. */
  readonly onSubmit?: (() => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly autoFocus?: boolean | undefined;
};

export function SearchInput({ label, value, onChange, onSubmit, placeholder, autoFocus }: SearchInputProps) {
  const t = useTexts('common');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={classes(styles.box, styles.search)}>
      <Search className={styles.lead} />
      <input
        ref={input}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onSubmit && ((event) => event.key === 'Enter' && onSubmit())}
      />
      {value !== '' && <IconButton label={t('ui.clear')} icon={<X />} onClick={clear} />}
    </div>
  );
}
