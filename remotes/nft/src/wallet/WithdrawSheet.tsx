import { ApiError } from '@tessera/api';
import { type ArtworkDetail, useBeginWithdrawWork, useWithdrawWork } from '@tessera/api/nft';
import { addressInField, foldAddress, requestInField } from '@tessera/api/payees/rules';
import { type Proof, Proofs } from '@tessera/form/payment';
import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, KeyValue, Sheet, showToast } from '@tessera/ui';
import { PayKeypad } from '@tessera/ui/codes';
import { TextInput, Unresolved } from '@tessera/ui/forms';
import { useState } from 'react';
import styles from '../trade/Trade.module.css';

export type WithdrawSheetProps = {
  readonly work: ArtworkDetail;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** An item to a wallet: address, then payment password and second factor. */
export default function WithdrawSheet({ work, onDone, onClose }: WithdrawSheetProps) {
  const t = useTexts('nft');
  const session = useSession();
  const [address, setAddress] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useBeginWithdrawWork({
    subject: work.code,
    onRejected: (error) => setProblem(problemText(error)),
  });
  const to = foldAddress(address);
  const ask = () => begin.run({ work: work.code, address: to });
  const withdraw = useWithdrawWork({
    subject: work.code,
    onDone() {
      showToast(t('wallet.done'), 'success');
      onDone();
    },
    onRejected(error) {
      setProblem(problemText(error));
      if (error instanceof ApiError && error.code.startsWith('key_')) setKey(null);
      // A challenge is good for one proof.
      ask();
    },
    onUnresolved: () => setKey(null),
  });
  const needs = begin.output?.approval;
  const prove = ({ mailed, ...proof }: Proof) => {
    setProblem(null);
    if (key !== null)
      withdraw.run({
        work: work.code,
        address: to,
        key,
        ...proof,
        ...(mailed !== undefined && { code: mailed }),
      });
  };
  const valid = ADDRESS.test(to);
  const link = requestInField('ethereum', address);
  const wrong = link && 'unclear' in link ? t('wallet.linkUnclear', { part: link.unclear }) : t('wallet.addressWrong');
  return (
    <Sheet open onClose={onClose} title={t('wallet.title')}>
      <div className={styles.stack}>
        {withdraw.unresolved && (
          <Unresolved busy={withdraw.busy} onRepeat={withdraw.repeat}>
            {t('wallet.what', { name: work.name, address: withdraw.unresolved.address })}
          </Unresolved>
        )}
        {!needs || !begin.output ? (
          <>
            <p className={styles.note}>{t('wallet.note')}</p>
            <TextInput
              label={t('wallet.address')}
              value={address}
              onChange={(text) => setAddress(addressInField('ethereum', text))}
              placeholder="0x…"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={address !== '' && !valid ? wrong : undefined}
            />
            <Button
              size="l"
              block
              busy={begin.busy}
              disabled={!valid}
              onClick={() => {
                setProblem(null);
                ask();
              }}
            >
              {t('wallet.next')}
            </Button>
          </>
        ) : (
          <>
            <KeyValue
              items={[
                { label: t('buy.work'), value: work.name },
                { label: t('wallet.address'), value: begin.output.address, strong: true },
                { label: t('wallet.contract'), value: begin.output.contract },
                { label: t('wallet.chain'), value: String(begin.output.chain_id) },
                { label: t('wallet.fee'), value: begin.output.fee },
              ]}
            />
            {session?.user.hasPayPassword === false ? (
              <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
                {t('pay.setPassword')}
              </Button>
            ) : key === null ? (
              <PayKeypad title={t('pay.password')} busy={withdraw.busy} error={problem} onComplete={setKey} />
            ) : (
              <Proofs
                labels={{
                  passkey: t('wallet.passkey'),
                  passkeyFailed: t('wallet.passkeyFailed'),
                  totp: t('wallet.totp'),
                }}
                needs={needs}
                busy={withdraw.busy}
                onProof={prove}
                onProblem={setProblem}
              />
            )}
          </>
        )}
        {problem !== null && key !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {problem !== null && !needs && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Sheet>
  );
}
