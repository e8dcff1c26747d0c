import { useUserInfo } from '@tessera/api/identity';
import { useVerification } from '@tessera/api/kyc';
import { nextLevel, type VerificationState } from '@tessera/api/kyc/rules';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { Button, EmptyState, Loaded, Page, Settled, SkeletonRows } from '@tessera/ui';
import { RequestForm } from './RequestForm.tsx';

/** Why this level cannot be applied for: an application is under review, or the level is reached. */
function Closed({ verification, asked }: { readonly verification: VerificationState; readonly asked: number }) {
  const t = useTexts('account');
  const later = asked > verification.level && verification.state !== 'under_review';
  const reviewed = verification.state === 'under_review';
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
  const query = useVerification();
  const user = useUserInfo();
  return (
    <Page title={t('routes.setting.real')} back>
      <Loaded query={query} waiting={<SkeletonRows count={4} />}>
        {(verification) => {
          const { id_type, country, verified } = verification;
          const next = nextLevel(verification);
          const asked = type ?? next ?? 0;
          if (next === null || asked !== next) return <Closed verification={verification} asked={asked} />;
          return (
            <Settled query={user} waiting={<SkeletonRows count={4} />}>
              {(own) => (
                <RequestForm
                  level={next}
                  verified={next === 2 ? verified : null}
                  idType={id_type}
                  country={country ?? own?.country ?? ''}
                />
              )}
            </Settled>
          );
        }}
      </Loaded>
    </Page>
  );
}
