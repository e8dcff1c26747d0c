import { ApiError } from '@tessera/api';
import { isItemId, useItem, useReadAnnouncement } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Button, EmptyState, Heading, Loaded, Page, Skeleton, Stack, Text, useLocale } from '@tessera/ui';
import { useEffect } from 'react';
import { Prose } from '../../content/Prose.tsx';

const Loading = () => (
  <Stack gap={3} aria-hidden="true">
    <Skeleton width="80%" height="1.5rem" />
    <Skeleton width="40%" height="0.75rem" />
    <Skeleton />
    <Skeleton />
    <Skeleton width="70%" />
  </Stack>
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
        <Stack as="article" gap={3}>
          <Heading size={20} breaks>
            {data.title}
          </Heading>
          <Text as="time" dateTime={new Date(data.at).toISOString()}>
            {formatDate(data.at, locale)} {formatMinute(data.at, locale)}
          </Text>
          <Prose text={data.content} />
        </Stack>
      )}
    </Page>
  );
}
