import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, type KeyValueItem, Sheet } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import styles from '../Product.module.css';

export type ConfirmSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  /** What happens, in order. */
  readonly steps: readonly string[];
  readonly loss: string;
  readonly busy: boolean;
  /** A payment password that was rejected. */
  readonly rejection: unknown;
  readonly onKey: (key: string) => void;
};

/** Every figure of a purchase again, what happens when and what can be lost, confirmed by the payment password. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, items, steps, loss, busy, rejection, onKey } = props;
  const t = useTexts('invest');
  const session = useSession();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.block}>
        <KeyValue items={items} />
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={styles.risk}>{loss}</p>
        {session?.user.hasPayPassword === false ? (
          <>
            <p className={styles.weak}>{t('confirm.setHelp')}</p>
            <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
              {t('confirm.setPassword')}
            </Button>
          </>
        ) : (
          <PayKeypad
            title={t('confirm.password')}
            busy={busy}
            error={rejection ? problemText(rejection) : null}
            onComplete={onKey}
          />
        )}
      </div>
    </Sheet>
  );
}
