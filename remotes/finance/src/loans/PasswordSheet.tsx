import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, type KeyValueItem, Sheet } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import type { ReactNode } from 'react';
import styles from '../Product.module.css';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  readonly note?: string;
  /** Terms that are others than when it opened. */
  readonly changes?: ReactNode;
  /** What is decided on: where it changes, a password that was begun is begun anew. */
  readonly decision?: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
};

/** What happens, confirmed by the payment password. */
export function PasswordSheet(props: Props) {
  const { open, title, items, note, changes, decision, busy, error, onKey, onClose } = props;
  const t = useTexts('loans');
  const session = useSession();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.stack}>
        {changes}
        <KeyValue items={items} />
        {note !== undefined && <p className={styles.risk}>{note}</p>}
        {session?.user.hasPayPassword === false ? (
          <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
            {t('setPassword')}
          </Button>
        ) : (
          <PayKeypad key={decision} title={t('password')} busy={busy} error={error} onComplete={onKey} />
        )}
      </div>
    </Sheet>
  );
}
