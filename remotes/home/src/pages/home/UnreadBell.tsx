import { useUnread } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { IconButton } from '@tessera/ui';
import { Bell } from 'lucide-react';
import styles from './HomePage.module.css';

/** More than these are shown as "99+". */
const MOST = 99;

/** The way to the messages, with how many wait to be read. */
export default function UnreadBell() {
  const t = useTexts('home');
  const open = useOpenScreen();
  const count = useUnread().data?.total ?? 0;
  return (
    <IconButton
      label={count > 0 ? t('unread', { count }) : t('messages')}
      icon={
        <span className={styles.bell}>
          <Bell />
          {count > 0 && <span className={styles.count}>{count > MOST ? `${MOST}+` : count}</span>}
        </span>
      }
      onClick={() => open(screenUrl('/pages/mailMessage/mailMessage'))}
    />
  );
}
