import { type DualProof, useDualSettlement } from '@tessera/api/invest';
import { problemText, useTexts } from '@tessera/i18n';
import { Button, Card, Heading, Loaded, showToast, Text } from '@tessera/ui';
import { Verification as Frame } from '@tessera/ui/content';
import { useState } from 'react';
import { type Check, checkDual, downloadProof, fetchProof } from './check-dual.ts';

const outcomeOf = (check: Check) =>
  check === 'valid' ? 'valid' : check === 'cannot' || check === 'unsigned' ? 'waiting' : 'wrong';

const textOf = (check: Check) => (check === 'cannot' ? check : outcomeOf(check));

/** Computes a settlement again from the recorded prices of its hour, and offers them as a file. */
export function Verification({ id }: { readonly id: string }) {
  const t = useTexts('finance/invest');
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
    <Card gap={3}>
      <Heading as="h3" size={16}>
        {t('verify.title')}
      </Heading>
      <Text>{t('verify.help')}</Text>
      <Frame
        outcome={found && outcomeOf(found.check)}
        says={found && t(`verify.${textOf(found.check)}`)}
        download={found?.proof.record && { label: t('verify.download'), onSave: () => downloadProof(found.proof) }}
      >
        <Loaded query={query} compact waiting={button}>
          {() => button}
        </Loaded>
      </Frame>
    </Card>
  );
}
