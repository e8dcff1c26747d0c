import { useVerification } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Badge } from '@tessera/ui';

/** How far the user's identity verification is: the latest application while it is open or rejected, else the level. */
export function VerificationBadge() {
  const t = useTexts('account');
  const { data: verification } = useVerification();
  const known = useSession()?.user.verificationLevel ?? 0;
  if (verification?.state === 'under_review') return <Badge tone="accent">{t('real.under_reviewTitle')}</Badge>;
  if (verification?.state === 'failed') return <Badge tone="danger">{t('real.failedTitle')}</Badge>;
  const level = verification?.level ?? known;
  return <Badge tone={level === 0 ? 'warn' : 'success'}>{t(`settings.level${level}`)}</Badge>;
}
