import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { CodeInput } from '@tessera/ui/forms';
import type { FormField } from '../form/use-form.ts';
import { useUserInfo } from '../user/user-info.ts';
import styles from './OwnCodeField.module.css';
import type { OwnCode } from './use-own-code.ts';

type Props = { readonly code: OwnCode; readonly field: Pick<FormField, 'value' | 'onChange' | 'error'> };

/** The six boxes, and the button that has a code sent to the user's own address. */
export function OwnCodeField({ code, field }: Props) {
  const t = useTexts('account');
  const { data: user } = useUserInfo();
  const address = user?.email ?? user?.mobile;
  const helper = code.sentTo ? t('code.sentTo', { to: code.sentTo }) : address && t('code.note', { to: address });
  return (
    <div className={styles.code}>
      <CodeInput
        label={t('code.label')}
        value={field.value}
        onChange={field.onChange}
        error={field.error}
        helper={helper ?? undefined}
      />
      <Button
        className={styles.send}
        size="s"
        variant="ghost"
        busy={code.sending}
        disabled={code.wait > 0}
        onClick={() => void code.send()}
      >
        {code.wait > 0 ? t('code.again', { seconds: code.wait }) : t('code.send')}
      </Button>
    </div>
  );
}
