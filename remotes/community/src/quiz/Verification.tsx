import { type RoundProof, useRoundProof } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { Button } from '@tessera/ui';
import { Download } from '@tessera/ui/icons';
import { useState } from 'react';
import { type Check, checkRound, downloadProof } from './check-round.ts';
import styles from './Quiz.module.css';

/** Computes the end of a round again from the recorded prices and its bets, and offers them as a file. */
export function Verification({ id }: { readonly id: string }) {
  const t = useTexts('quiz');
  const { data: proof, refetch } = useRoundProof({ id });
  const [busy, setBusy] = useState(false);
  const [check, setCheck] = useState<Check | null>(null);
  async function verify(): Promise<void> {
    setBusy(true);
    const { data } = await refetch();
    setCheck(data ? await checkRound(data as RoundProof) : null);
    setBusy(false);
  }
  const known = { valid: 'valid', cannot: 'cannot', unsigned: 'waiting' } as const;
  return (
    <section className={styles.stack}>
      <h3 className={styles.heading}>{t('verify.title')}</h3>
      <p className={styles.weak}>{t('verify.help')}</p>
      {check !== null && (
        <p className={styles.verdict} role="status" data-check={check in known ? check : 'wrong'}>
          {check in known ? t(`verify.${known[check as keyof typeof known]}`) : t('verify.wrong', { fault: check })}
        </p>
      )}
      <Button block variant="secondary" busy={busy} onClick={() => void verify()}>
        {t('verify.button')}
      </Button>
      {proof && check === 'valid' && (
        <>
          <Button block variant="secondary" icon={<Download />} onClick={() => downloadProof(proof)}>
            {t('verify.download')}
          </Button>
          <code className={styles.code}>{`tessera verify-settlement round-${id}.json`}</code>
        </>
      )}
    </section>
  );
}
