import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/forms';
import styles from './Credentials.module.css';
import type { CodeRequest } from './use-code.ts';

type Props = {
  readonly request: CodeRequest;
  /** Where the code goes to; null while that is not right yet. */
  readonly to: string | null;
  readonly field: { readonly value: string; onChange(text: string): void; readonly error: string | null };
};

/** The six boxes, and the button that has a code sent. */
export function CodeField({ request, to, field }: Props) {
  const t = useTexts('host');
  return (
    <div className={styles.code}>
      <CodeInput
        label={t('credentials.code')}
        value={field.value}
        onChange={field.onChange}
        error={field.error}
        helper={request.sentTo ? t('credentials.sentTo', { to: request.sentTo }) : undefined}
      />
      <Button
        className={styles.send}
        size="s"
        variant="ghost"
        busy={request.sending}
        disabled={!to || request.wait > 0}
        onClick={() => to && request.send(to)}
      >
        {request.wait > 0 ? t('credentials.sendAgain', { seconds: request.wait }) : t('credentials.send')}
      </Button>
    </div>
  );
}
