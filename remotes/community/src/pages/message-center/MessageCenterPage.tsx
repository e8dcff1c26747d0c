import { useItems } from '@tessera/api/content';
import { useMessages, useUnread } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { type ScreenUrl, screenUrl, useOpenScreen } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Badge, IconButton, List, Page, Skeleton, useLocale } from '@tessera/ui';
import { EntryRow } from '@tessera/ui/content';
import { Bell, Headset, Megaphone, Settings } from '@tessera/ui/icons';
import type { ReactNode } from 'react';

type BoxProps = {
  readonly to: ScreenUrl;
  readonly icon: ReactNode;
  readonly title: string;
  /** Its latest entry; undefined while that is not known. */
  readonly latest: string | undefined;
  /** Unix ms of the latest entry. */
  readonly at?: number | undefined;
  readonly badge?: ReactNode;
};

function Box({ latest, at, ...entry }: BoxProps) {
  const locale = useLocale();
  return (
    <EntryRow
      {...entry}
      oneLine
      text={latest ?? <Skeleton width="60%" height="0.75rem" />}
      note={at !== undefined && formatRelative(at, Date.now(), locale)}
    />
  );
}

function Announcements() {
  const t = useTexts('community');
  const common = useTexts('common');
  const { rows, error } = useItems({ category: 'news' });
  const unread = useUnread().data?.boxes.announcements ?? 0;
  const latest = rows?.[0];
  return (
    <Box
      to={screenUrl('/pages/mailMessage/ggList')}
      icon={<Megaphone />}
      title={t('kind.announcement')}
      latest={latest?.title ?? (rows ? t('center.none') : error ? common('error.title') : undefined)}
      at={latest?.at}
      badge={unread > 0 && <Badge tone="accent">{t('unread', { count: unread })}</Badge>}
    />
  );
}

function Messages() {
  const t = useTexts('community');
  const common = useTexts('common');
  const signedIn = useSession() !== null;
  const { rows, error } = useMessages();
  const unread = useUnread().data?.boxes.messages ?? 0;
  const latest = rows?.[0];
  const none = rows ? t('center.none') : error ? common('error.title') : undefined;
  return (
    <Box
      to={screenUrl('/pages/mailMessage/mailMessageList')}
      icon={<Bell />}
      title={t('routes.mailMessage.mailMessageList')}
      latest={latest?.title ?? (signedIn ? none : common('pleaseLogin'))}
      at={latest?.time}
      badge={unread > 0 && <Badge tone="accent">{t('unread', { count: unread })}</Badge>}
    />
  );
}

export default function MessageCenterPage() {
  const t = useTexts('community');
  const open = useOpenScreen();
  const replies = useUnread().data?.boxes.support ?? 0;
  return (
    <Page
      title={t('routes.mailMessage.mailMessage')}
      back
      actions={
        <IconButton
          label={t('routes.mailMessage.settings')}
          icon={<Settings />}
          onClick={() => open(screenUrl('/pages/mailMessage/settings'))}
        />
      }
    >
      <List card>
        <Messages />
        <Announcements />
        <Box
          to={screenUrl('/pages/kefu/index')}
          icon={<Headset />}
          title={t('routes.kefu.index')}
          latest={t('center.contact')}
          badge={replies > 0 && <Badge tone="accent">{t('unread', { count: replies })}</Badge>}
        />
      </List>
    </Page>
  );
}
