import { problemText, useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, ErrorState, Page, SkeletonRows } from '@tessera/ui';
import { nextLevel, type RealState } from '../../verification/standing.ts';
import { useVerification } from '../../verification/verification.ts';
import { RequestForm } from './RequestForm.tsx';

/** Why there is nothing to ask for: it is being looked at, or it is reached already. */
function Closed({ real, asked }: { readonly real: RealState; readonly asked: number }) {
  const t = useTexts('account');
  const later = asked > real.level && real.state !== 'under_review';
  const reviewed = real.state === 'under_review';
  return (
    <EmptyState
      illustration="shield"
      title={t(later ? 'real.locked' : reviewed ? 'real.under_reviewTitle' : 'real.verifiedTitle')}
      text={t(later ? 'real.not_verified' : reviewed ? 'real.under_review' : 'real.reached')}
      action={<Button to={screenUrl('/pages/setting/real_mark')}>{t('real.levels')}</Button>}
    />
  );
}

export default function RequestPage() {
  const t = useTexts('account');
  const [{ type }] = useScreenParams('/pages/setting/real', { type: 'number?' });
  const { data: real, error, isFetching, refetch } = useVerification();
  const next = real ? nextLevel(real) : null;
  const asked = type ?? next ?? 0;
  return (
    <Page title={t('routes.setting.real')} back>
      {!real && error && <ErrorState text={problemText(error)} retrying={isFetching} onRetry={() => void refetch()} />}
      {!real && !error && <SkeletonRows count={4} />}
      {real && next !== null && asked === next && <RequestForm level={next} idType={real.id_type} />}
      {real && (next === null || asked !== next) && <Closed real={real} asked={asked} />}
    </Page>
  );
}
