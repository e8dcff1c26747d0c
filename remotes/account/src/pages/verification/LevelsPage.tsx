import { problemText, useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { ErrorState, Page, Skeleton } from '@tessera/ui';
import { useLevels, useVerification } from '../../verification/verification.ts';
import { LevelCard } from './LevelCard.tsx';
import styles from './LevelsPage.module.css';
import { GuestCard, StateCard } from './StateCard.tsx';

/** What each identity level allows and asks for, and where the person stands. */
export default function LevelsPage() {
  const t = useTexts('account');
  const signedIn = useSession() !== null;
  const levels = useLevels();
  const real = useVerification();
  const failed = [levels, ...(signedIn ? [real] : [])].find(({ data, error }) => !data && error);
  return (
    <Page title={t('routes.setting.real_mark')} back>
      <div className={styles.sections}>
        {failed && (
          <ErrorState
            text={problemText(failed.error)}
            retrying={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        )}
        {!failed && !signedIn && <GuestCard />}
        {!failed && signedIn && (real.data ? <StateCard real={real.data} /> : <Skeleton height="6rem" />)}
        {!failed && !levels.data && [0, 1, 2].map((level) => <Skeleton key={level} height="9rem" />)}
        {!failed &&
          levels.data?.verification.map((limits) => (
            <LevelCard key={limits.level} limits={limits} real={signedIn ? real.data : undefined} />
          ))}
      </div>
    </Page>
  );
}
