import { type ContentItem, useItems, useReadAnnouncement } from '@tessera/api/content';
import { useUnread } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { ScreenLink, screenUrl } from '@tessera/router';
import { EmptyState, IconButton, Page, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { CheckCheck } from '@tessera/ui/icons';
import styles from '../../content/FeedRow.module.css';

function AnnouncementRow({ announcement }: { readonly announcement: ContentItem }) {
  const locale = useLocale();
  return (
    <ScreenLink className={styles.row} to={screenUrl('/pages/mailMessage/ggDetail', { id: announcement.id })}>
      <span className={styles.title}>{announcement.title}</span>
      {announcement.abstract && <span className={styles.text}>{announcement.abstract}</span>}
      <Text as="time" size={11} dateTime={new Date(announcement.at).toISOString()}>
        {formatDate(announcement.at, locale)}
      </Text>
    </ScreenLink>
  );
}

export default function AnnouncementListPage() {
  const t = useTexts('community');
  const query = useItems({ category: 'news' });
  const title = t('routes.mailMessage.ggList');
  const unread = useUnread().data?.boxes.announcements ?? 0;
  const { run: read } = useReadAnnouncement();
  return (
    <Page
      title={title}
      back
      flush
      actions={
        unread > 0 && <IconButton label={t('messages.readAll')} icon={<CheckCheck />} onClick={() => read({})} />
      }
    >
      <PagedList
        label={title}
        query={query}
        row={(announcement) => (
          <li>
            <AnnouncementRow announcement={announcement} />
          </li>
        )}
        empty={
          <EmptyState illustration="message" title={t('announcements.emptyTitle')} text={t('announcements.empty')} />
        }
      />
    </Page>
  );
}
