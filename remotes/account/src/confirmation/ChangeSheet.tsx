import type { SecurityChange } from '@tessera/api/rules';
import { beginChange } from '@tessera/api/security';
import { problemText, useTexts } from '@tessera/i18n';
import { ErrorState, Sheet, SkeletonRows, Stack, Text } from '@tessera/ui';
import { type Factor, SecondFactor } from '@tessera/ui/approval';
import { useEffect, useEffectEvent, useState } from 'react';

/** A change of what approves; `id` of the passkey that is removed. */
export type Change = { readonly change: SecurityChange; readonly id?: string };

export type ChangeProof = {
  readonly proof_totp?: string;
  readonly proof_passkey?: string;
  readonly proof_recovery_code?: string;
  readonly mailed_code?: string;
};

type Props = {
  /** Null shows nothing. */
  readonly change: Change | null;
  readonly busy: boolean;
  /** Why the last proof was rejected. */
  readonly error: unknown;
  readonly onProof: (proof: ChangeProof) => void;
  readonly onClose: () => void;
};

const FIELDS = {
  totp: 'proof_totp',
  passkey: 'proof_passkey',
  recovery_code: 'proof_recovery_code',
  code: 'mailed_code',
} as const;

const proofOf = (factor: Factor): ChangeProof =>
  Object.fromEntries(Object.entries(factor).map(([way, value]) => [FIELDS[way as keyof Factor], value]));

/** The content of one opening: nothing typed stays for the next. */
function Asking({ change, busy, error, onProof }: Omit<Props, 'change' | 'onClose'> & { readonly change: Change }) {
  const t = useTexts('account');
  const [needs, setNeeds] = useState<Awaited<ReturnType<typeof beginChange>> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = useEffectEvent(() => {
    setFailure(null);
    // A code that is on its way stays good: the next request is for the same change.
    beginChange({ ...change }).then(setNeeds, setFailure);
  });
  // Each challenge is good for one proof: after a rejection there is a new one.
  useEffect(() => {
    if (!busy) ask();
  }, [busy]);
  if (failure) return <ErrorState compact text={problemText(failure)} onRetry={ask} />;
  if (!needs) return <SkeletonRows count={2} />;
  return (
    <Stack gap={4} shrinks below={4}>
      <Text size="inherit">{t(needs.code === null ? 'confirm.byFactor' : 'confirm.byCode')}</Text>
      <SecondFactor
        needs={needs}
        recovery={needs.code === null}
        busy={busy}
        error={error}
        onProof={(factor) => onProof(proofOf(factor))}
      />
    </Stack>
  );
}

/** Asks for what proves one change: a second factor that approves or, without one, the code that is mailed for it. */
export function ChangeSheet({ change, onClose, ...asking }: Props) {
  const t = useTexts('account');
  return (
    <Sheet open={change !== null} title={t('confirm.title')} onClose={onClose}>
      {change && <Asking change={change} {...asking} />}
    </Sheet>
  );
}
