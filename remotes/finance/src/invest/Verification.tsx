import { type DualProof, useDualSettlement } from '@tessera/api/invest';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, Loaded, showToast } from '@tessera/ui';
import { Verdict } from '@tessera/ui/content';
import { Download } from '@tessera/ui/icons';
import { useState } from 'react';
import look from '../Product.module.css';
import { type Check, checkDual, downloadProof, fetchProof } from './check-dual.ts';

const outcomeOf = (check: Check) =>
  check === 'valid' ? 'valid' : check === 'cannot' || check === 'unsigned' ? 'waiting' : 'wrong';

const textOf = (check: Check) => (check === 'cannot' ? check : outcomeOf(check));

/** Computes a settlement again from the recorded prices of its hour, and offers them as a file. */
export function Verification({ id }: { readonly id: string }) {
  const t = useTexts('invest');
  const query = useDualSettlement({ id });
  const { data } = query;
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ readonly proof: DualProof; readonly check: Check } | null>(null);
  async function verify(): Promise<void> {
    if (!data) return;
    setBusy(true);
    try {
      const proof = await fetchProof(data);
      setFound({ proof, check: await checkDual(proof) });
    } catch (error) {
      showToast(problemText(error), 'error');
    } finally {
      setBusy(false);
    }
  }
  const button = (
    <Button block variant="secondary" busy={busy || !data} onClick={() => void verify()}>
      {t('verify.button')}
    </Button>
  );
  return (
    <section className={look.card}>
      <h3 className={look.heading}>{t('verify.title')}</h3>
      <p className={look.weak}>{t('verify.help')}</p>
      {found && <Verdict outcome={outcomeOf(found.check)}>{t(`verify.${textOf(found.check)}`)}</Verdict>}
      <Loaded query={query} compact waiting={button}>
        {() => button}
      </Loaded>
      {found?.proof.record && (
        <Button block variant="secondary" icon={<Download />} onClick={() => downloadProof(found.proof)}>
          {t('verify.download')}
        </Button>
      )}
    </section>
  );
}
