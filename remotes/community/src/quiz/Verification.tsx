import { type RoundProof, useRoundProof } from '@tessera/api/quiz';
import { useTexts } from '@tessera/i18n';
import { Button, Heading, Stack, Text } from '@tessera/ui';
import { Verification as Frame } from '@tessera/ui/content';
import { useState } from 'react';
import { type Check, checkRound, downloadProof } from './check-round.ts';

/** Computes the end of a round again from the recorded prices and its bets, and offers them as a file. */
export function Verification({ id }: { readonly id: string }) {
  const t = useTexts('community/quiz');
  const { data: proof, refetch } = useRoundProof({ id });
  const [busy, setBusy] = useState(false);
  const [check, setCheck] = useState<Check | null>(null);
  async function verify(): Promise<void> {
    setBusy(true);
    const { data } = await refetch();
    setCheck(data ? await checkRound(data as RoundProof) : null);
    setBusy(false);
  }
  const waits = check === 'cannot' || check === 'unsigned';
  const outcome = check === null || check === 'valid' ? check : waits ? 'waiting' : 'wrong';
  const says = () => {
    if (check === null) return null;
    if (outcome === 'wrong') return t('verify.wrong', { fault: check });
    return t(`verify.${check === 'cannot' ? check : (outcome ?? 'waiting')}`);
  };
  const saved = proof && check === 'valid';
  return (
    <Stack as="section" gap={3}>
      <Heading as="h3" size={14}>
        {t('verify.title')}
      </Heading>
      <Text>{t('verify.help')}</Text>
      <Frame
        outcome={outcome}
        says={says()}
        download={saved ? { label: t('verify.download'), onSave: () => downloadProof(proof) } : null}
        command={saved ? `tessera verify-settlement round-${id}.json` : undefined}
      >
        <Button block variant="secondary" busy={busy} onClick={() => void verify()}>
          {t('verify.button')}
        </Button>
      </Frame>
    </Stack>
  );
}
