import { ApiError } from '@tessera/api';
import { isItemId, useItem, useReadAnnouncement } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Loaded, Page, Skeleton, useLocale } from '@tessera/ui';
import { useEffect } from 'react';
import { Prose } from '../../content/Prose.tsx';
import styles from './AnnouncementPage.module.css';

const Loading = () => (
  <div className={styles.article} aria-hidden="true">
    <Skeleton width="80%" height="1.5rem" />
    <Skeleton width="40%" height="0.75rem" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="70%" />
  </div>
);

export default function AnnouncementPage() {
  const t = useTexts('community');
  const locale = useLocale();
  const [{ id: asked = '' }] = useScreenParams('/pages/mailMessage/ggDetail', { id: 'string' });
  const isId = isItemId(asked);
  const query = useItem(isId ? { id: asked } : null);
  const { data, error } = query;
  const signedIn = useSession() !== null;
  const { run: read } = useReadAnnouncement();
  const shown = data?.id;
  // It counts as read once its text is on the screen.
  useEffect(() => {
    if (shown !== undefined && signedIn) read({ id: shown });
  }, [shown, signedIn, read]);
  const gone = !isId || (error instanceof ApiError && error.code === 'not_found');
  return (
    <Page title={t('routes.mailMessage.ggDetail')} back>
      {gone && (
        <EmptyState
          illustration="message"
          title={t('announcements.goneTitle')}
          action={<Button to={screenUrl('/pages/mailMessage/ggList')}>{t('announcements.all')}</Button>}
        />
      )}
      {!gone && <Loaded query={query} waiting={<Loading />} />}
      {!gone && data && (
        <article className={styles.article}>
          <h2 className={styles.title}>{data.title}</h2>
          <time className={styles.time} dateTime={new Date(data.at).toISOString()}>
            {formatDate(data.at, locale)} {formatMinute(data.at, locale)}
          </time>
          <Prose text={data.content} />
        </article>
      )}
    </Page>
  );
}
