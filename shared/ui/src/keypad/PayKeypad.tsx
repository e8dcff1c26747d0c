import { useTexts } from '@tessera/i18n';
import { foldSigns } from '@tessera/money/typed';
import { Delete } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Box, Text, VisuallyHidden } from '../primitives/Primitives.tsx';
import styles from './PayKeypad.module.css';

export type PayKeypadProps = {
  readonly title: string;
  /** All digits are entered. Set `busy` while it is checked; the entry is cleared when that ends or an error occurs. */
  readonly onComplete: (code: string) => void;
  readonly length?: number | undefined;
  readonly busy?: boolean | undefined;
  readonly error?: string | null | undefined;
  /** An alternative: "Forgot it?" */
  readonly footer?: ReactNode;
};

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', 'delete'] as const;

/** The payment password on an own keypad: no system keyboard or form field can store it. */
export function PayKeypad({ title, onComplete, length = 6, busy = false, error, footer }: PayKeypadProps) {
  const t = useTexts('common');
  const [code, setCode] = useState('');
  const [seen, setSeen] = useState({ busy, error });
  if (seen.busy !== busy || seen.error !== error) {
    setSeen({ busy, error });
    if (!busy) setCode('');
  }

  const press = (key: string) => {
    if (busy || code.length === length) return;
    if (key === 'delete') return setCode(code.slice(0, -1));
    const next = code + key;
    setCode(next);
    if (next.length === length) onComplete(next);
  };

  const type = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = foldSigns(event.key);
    if (/^\d$/.test(key)) press(key);
    if (event.key === 'Backspace') press('delete');
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => type(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <Box as="fieldset" align="center" aria-label={title}>
      <Text tone="normal" size="inherit">
        {title}
      </Text>
      <div
        className={styles.dots}
        data-error={error ? true : undefined}
        data-busy={busy || undefined}
        aria-hidden="true"
      >
        {Array.from({ length }, (_, place) => place).map((place) => (
          <span key={place} className={styles.dot} data-filled={place < code.length || undefined} />
        ))}
      </div>
      <VisuallyHidden as="p" role="status">
        {t('ui.digitsEntered', { entered: code.length, count: length })}
      </VisuallyHidden>
      <p className={styles.error} role="alert">
        {error}
      </p>
      <div className={styles.keys} dir="ltr">
        {KEYS.map((key) =>
          key === '' ? (
            <span key="gap" />
          ) : (
            <button
              key={key}
              className={styles.key}
              type="button"
              aria-label={key === 'delete' ? t('ui.delete') : undefined}
              aria-disabled={busy || undefined}
              onClick={() => press(key)}
            >
              {key === 'delete' ? <Delete /> : key}
            </button>
          ),
        )}
      </div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </Box>
  );
}
