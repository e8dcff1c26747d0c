import { type ArtworkDetail, beginWithdrawWork, useWithdrawWork } from '@tessera/api/nft';
import { addressInField, foldAddress, requestInField } from '@tessera/api/payees/rules';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, KeyValue, Note, Sheet, Text } from '@tessera/ui';
import { Approval, useApproval } from '@tessera/ui/approval';
import { TextInput, Unresolved } from '@tessera/ui/forms';
import type { Result } from '@tessera/ui/result';
import { useState } from 'react';
import styles from '../trade/Trade.module.css';

export type WithdrawSheetProps = {
  readonly work: ArtworkDetail;
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
};

type Begun = { readonly to: string } & Awaited<ReturnType<typeof beginWithdrawWork>>;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** An item to a wallet: address, then its approval. */
export default function WithdrawSheet({ work, onDone, onClose }: WithdrawSheetProps) {
  const t = useTexts('nft');
  const [address, setAddress] = useState('');
  const [finding, setFinding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const withdraw = useApproval({
    command: useWithdrawWork,
    subject: work.code,
    toInput: ({ to }: Begun, approved) => ({ work: work.code, address: to, ...approved }),
    begin: async ({ to, approval }, again) =>
      again ? (await beginWithdrawWork({ work: work.code, address: to })).approval : approval,
    repeats: true,
    onDone: (done) =>
      onDone({
        title: t('wallet.done'),
        pending: true,
        items: [
          { label: t('buy.work'), value: work.name },
          { label: t('wallet.address'), value: done.address },
          { label: t('wallet.confirmations'), value: `${done.confirmations} / ${done.confirmations_needed}` },
        ],
      }),
  });
  const to = foldAddress(address);
  const find = async () => {
    setProblem(null);
    setFinding(true);
    try {
      withdraw.ask({ to, ...(await beginWithdrawWork({ work: work.code, address: to })) });
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setFinding(false);
    }
  };
  const begun = withdraw.asked;
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
        {begun === null ? (
          <>
            <Note tone="plain">{t('wallet.note')}</Note>
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
            <Button size="l" block busy={finding} disabled={!valid} onClick={() => void find()}>
              {t('wallet.next')}
            </Button>
          </>
        ) : (
          <>
            <KeyValue
              items={[
                { label: t('buy.work'), value: work.name },
                { label: t('wallet.address'), value: begun.address, strong: true },
                { label: t('wallet.contract'), value: begun.contract },
                { label: t('wallet.chain'), value: String(begun.chain_id) },
                { label: t('wallet.fee'), value: begun.fee },
              ]}
            />
            <Approval {...withdraw.sheet} />
          </>
        )}
        {problem !== null && begun === null && (
          <Text tone="danger" role="alert">
            {problem}
          </Text>
        )}
      </div>
    </Sheet>
  );
}
