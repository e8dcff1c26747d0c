import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, type KeyValueItem, Sheet } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import type { ReactNode } from 'react';
import styles from '../Product.module.css';

export type ConfirmSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  /** What happens, in order. */
  readonly steps: readonly string[];
  readonly loss: string;
  /** Terms that are others than when it opened. */
  readonly changes?: ReactNode;
  /** What is decided on: where it changes, a password that was begun is begun anew. */
  readonly decision?: number;
  readonly busy: boolean;
  /** A payment password that was rejected. */
  readonly rejection: unknown;
  readonly onKey: (key: string) => void;
};

/** Every figure of a purchase again, what happens when and what can be lost, confirmed by the payment password. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, onClose, title, items, steps, loss, changes, decision, busy, rejection, onKey } = props;
  const t = useTexts('invest');
  const session = useSession();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.block}>
        {changes}
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
            key={decision}
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
