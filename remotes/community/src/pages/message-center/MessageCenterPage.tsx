import { useItems } from '@tessera/api/content';
import { useMessages } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { ScreenLink, type ScreenUrl, screenUrl } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Badge, Page, Skeleton, useLocale } from '@tessera/ui';
import { Bell, ChevronRight, Headset, Megaphone } from '@tessera/ui/icons';
import type { ReactNode } from 'react';
import styles from './MessageCenterPage.module.css';

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

function Box({ to, icon, title, latest, at, badge }: BoxProps) {
  const locale = useLocale();
  return (
    <li>
      <ScreenLink className={styles.box} to={to}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.main}>
          <span className={styles.title}>
            <span>{title}</span>
            {badge}
          </span>
          <span className={styles.latest}>{latest ?? <Skeleton width="60%" height="0.75rem" />}</span>
          {at !== undefined && <span className={styles.time}>{formatRelative(at, Date.now(), locale)}</span>}
        </span>
        <ChevronRight className={styles.chevron} />
      </ScreenLink>
    </li>
  );
}

function Announcements() {
  const t = useTexts('community');
  const { rows, error } = useItems({ category: 'news' });
  const latest = rows?.[0];
  return (
    <Box
      to={screenUrl('/pages/mailMessage/ggList')}
      icon={<Megaphone />}
      title={t('kind.announcement')}
      latest={latest?.title ?? (rows || error ? t('center.none') : undefined)}
      at={latest?.at}
    />
  );
}

function Messages() {
  const t = useTexts('community');
  const common = useTexts('common');
  const signedIn = useSession() !== null;
  const { rows, error } = useMessages();
  const unread = rows?.filter(({ read }) => !read).length ?? 0;
  const latest = rows?.[0];
  const nothing = signedIn ? t('center.none') : common('pleaseLogin');
  return (
    <Box
      to={screenUrl('/pages/mailMessage/mailMessageList')}
      icon={<Bell />}
      title={t('routes.mailMessage.mailMessageList')}
      latest={latest?.title ?? (rows || error || !signedIn ? nothing : undefined)}
      at={latest?.time}
      badge={unread > 0 && <Badge tone="accent">{t('unread', { count: unread })}</Badge>}
    />
  );
}

export default function MessageCenterPage() {
  const t = useTexts('community');
  return (
    <Page title={t('routes.mailMessage.mailMessage')} back>
      <ul className={styles.boxes}>
        <Messages />
        <Announcements />
        <Box
          to={screenUrl('/pages/kefu/index')}
          icon={<Headset />}
          title={t('routes.kefu.index')}
          latest={t('center.contact')}
        />
      </ul>
    </Page>
  );
}
