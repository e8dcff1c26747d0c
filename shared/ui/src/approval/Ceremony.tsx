import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button } from '../button/Button.tsx';
import { ErrorState } from '../empty/ErrorState.tsx';
import { PayKeypad } from '../keypad/PayKeypad.tsx';
import { Stack, Text } from '../primitives/Primitives.tsx';
import { SkeletonRows } from '../skeleton/Skeleton.tsx';
import { needsPayPassword } from './rejections.ts';
import SecondFactor from './SecondFactor.tsx';
import type { ApprovalState } from './use-approval.ts';

export type CeremonyProps = ApprovalState & {
  /** What is decided on: where it changes, a password that was begun is begun anew. */
  readonly decision?: string | number | undefined;
};

/** The payment password, or the way to set one; then the second factor. */
export default function Ceremony({ decision, ...approval }: CeremonyProps) {
  const { busy, byFactor, needs, failure, error, onKey, onFactor, onRetry } = approval;
  const t = useTexts('approval');
  const session = useSession();
  if (session?.user.hasPayPassword === false || needsPayPassword(error)) {
    return (
      <Stack gap={4}>
        <Text tone="normal" size="inherit">
          {error ? problemText(error) : t('setHelp')}
        </Text>
        <Button block size="l" to={screenUrl('/pages/setting/payPassword')}>
          {t('setPassword')}
        </Button>
      </Stack>
    );
  }
  if (failure) return <ErrorState compact text={problemText(failure)} onRetry={onRetry} />;
  if (!byFactor) {
    return (
      <PayKeypad
        key={decision}
        title={t('payPassword')}
        busy={busy}
        error={error ? problemText(error) : null}
        onComplete={onKey}
      />
    );
  }
  if (!needs) return <SkeletonRows count={2} />;
  return <SecondFactor autoFocus={false} needs={needs} busy={busy} error={error} onProof={onFactor} />;
}
