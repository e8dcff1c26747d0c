import { useTexts } from '@tessera/i18n';
import { useEffect, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { CodeInput } from '../code-input/CodeInput.tsx';
import styles from './CodeField.module.css';

const SECOND = 1_000;

export type CodeFieldProps = {
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly error?: string | null | undefined;
  /** Shown until a code has been sent. */
  readonly helper?: string | undefined;
  /** The code sent last. */
  readonly sent:
    | {
        /** Masked address or number. */
        readonly sent_to: string;
        /** Unix ms from which another code may be requested. */
        readonly resend_at: number;
      }
    | undefined;
  readonly sending: boolean;
  /** Sends a code; absent while there is nowhere to send it. */
  readonly onSend: (() => void) | undefined;
  /** The clock; the browser's unless given. */
  readonly now?: (() => number) | undefined;
};

/** Whole seconds until `time`; 0 once it is reached. */
function useSecondsUntil(time: number, now: () => number): number {
  const [clock, setClock] = useState(now);
  const left = Math.max(0, Math.ceil((time - clock) / SECOND));
  useEffect(() => {
    setClock(now());
    if (time <= now()) return;
    const timer = setInterval(() => {
      setClock(now());
      if (time <= now()) clearInterval(timer);
    }, SECOND);
    return () => clearInterval(timer);
  }, [time, now]);
  return left;
}

/** A verification code: its digits, and the button that has one sent, no more often than the server allows. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, error, helper, sent, sending, onSend, now = Date.now } = props;
  const t = useTexts('common');
  const wait = useSecondsUntil(sent?.resend_at ?? 0, now);
  return (
    <div className={styles.code}>
      <CodeInput
        label={t('ui.code.label')}
        value={value}
        onChange={onChange}
        // The next thing to do is to enter what was sent.
        autoFocus={sent?.resend_at}
        error={error}
        helper={sent ? t('ui.code.sentTo', { to: sent.sent_to }) : helper}
      />
      <Button
        className={styles.send}
        size="s"
        variant="ghost"
        busy={sending}
        disabled={!onSend || wait > 0}
        onClick={onSend}
      >
        {wait > 0 ? t('ui.code.again', { seconds: wait }) : t('ui.code.send')}
      </Button>
    </div>
  );
}
