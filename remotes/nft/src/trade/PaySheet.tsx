import type { ApprovalNeeds } from '@tessera/api/wallet';
import { type Proof, Proofs } from '@tessera/form/payment';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, type KeyValueItem, Sheet } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import styles from './Trade.module.css';

type Props = {
  readonly open: boolean;
  readonly title: string;
  readonly items: readonly KeyValueItem[];
  /** What happens with the money. */
  readonly note?: string | undefined;
  readonly busy: boolean;
  /** Why the exchange rejected it. */
  readonly problem: string | null;
  /** What the exchange wants as an approval; null before it asks for one. */
  readonly needs: ApprovalNeeds | null;
  readonly onProof: (proof: Proof) => void;
  readonly onProblem: (text: string) => void;
  readonly onKey: (key: string) => void;
  readonly onClose: () => void;
};

/** Every figure again, confirmed by the payment password and, where the exchange asks for it, an approval. */
export function PaySheet({ title, items, note, busy, problem, needs, onProof, onProblem, ...sheet }: Props) {
  const { open, onKey, onClose } = sheet;
  const t = useTexts('nft');
  const session = useSession();
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className={styles.stack}>
        <KeyValue items={items} />
        {note !== undefined && <p className={styles.note}>{note}</p>}
        {session?.user.hasPayPassword === false ? (
          <>
            <p className={styles.weak}>{t('pay.setHelp')}</p>
            <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
              {t('pay.setPassword')}
            </Button>
          </>
        ) : needs !== null ? (
          <>
            {problem !== null && (
              <p className={styles.problem} role="alert">
                {problem}
              </p>
            )}
            <Proofs
              labels={{
                passkey: t('wallet.passkey'),
                passkeyFailed: t('wallet.passkeyFailed'),
                totp: t('wallet.totp'),
              }}
              needs={needs}
              busy={busy}
              onProof={onProof}
              onProblem={onProblem}
            />
          </>
        ) : (
          <PayKeypad title={t('pay.password')} busy={busy} error={problem} onComplete={onKey} />
        )}
      </div>
    </Sheet>
  );
}
