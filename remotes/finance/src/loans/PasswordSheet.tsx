import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, type KeyValueItem, Sheet } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import styles from '../Product.module.css';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  readonly note?: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
};

/** What happens, confirmed by the payment password. */
export function PasswordSheet({ open, title, items, note, busy, error, onKey, onClose }: Props) {
  const t = useTexts('loans');
  const session = useSession();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.stack}>
        <KeyValue items={items} />
        {note !== undefined && <p className={styles.risk}>{note}</p>}
        {session?.user.hasPayPassword === false ? (
          <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
            {t('setPassword')}
          </Button>
        ) : (
          <PayKeypad title={t('password')} busy={busy} error={error} onComplete={onKey} />
        )}
      </div>
    </Sheet>
  );
}
