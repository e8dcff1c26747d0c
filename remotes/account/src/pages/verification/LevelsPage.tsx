import { useLevels, useVerification } from '@tessera/api/kyc';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Loaded, Page, Skeleton, Stack } from '@tessera/ui';
import { LevelCard } from './LevelCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { GuestCard, StateCard } from './StateCard.tsx';

/** What each identity level allows and requires, and the user's level. */
export default function LevelsPage() {
  const t = useTexts('account');
  const signedIn = useSession() !== null;
  const levels = useLevels();
  const verification = useVerification();
  const failed = [levels, ...(signedIn ? [verification] : [])].find(({ data, error }) => !data && error);
  return (
    <Page title={t('routes.setting.real_mark')} back>
      <Stack gap={3} page>
        {failed ? (
          <Loaded<unknown> query={failed} />
        ) : (
          <>
            {!signedIn && <GuestCard />}
            {signedIn && (
              <Loaded query={verification} waiting={<Skeleton height="6rem" />}>
                {(own) => <StateCard verification={own} />}
              </Loaded>
            )}
            {signedIn && <LimitsCard />}
            <Loaded query={levels} waiting={[0, 1, 2].map((level) => <Skeleton key={level} height="9rem" />)}>
              {({ verification: all }) =>
                all.map((limits) => (
                  <LevelCard
                    key={limits.level}
                    limits={limits}
                    verification={signedIn ? verification.data : undefined}
                  />
                ))
              }
            </Loaded>
          </>
        )}
      </Stack>
    </Page>
  );
}
