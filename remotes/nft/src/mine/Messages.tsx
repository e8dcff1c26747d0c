import { type NftMessage, useNftMessages, useReadOrderMessages, useUnreadMessages } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, Text, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { priceFigure } from '../figures.ts';
import styles from './Mine.module.css';

/** Where a message leads: to what has to be done, else to the work. */
function targetOf({ kind, code }: NftMessage) {
  switch (kind) {
    case 'won':
    case 'offered':
      return screenUrl('/pages/nft/mine', { tab: 'pay' });
    case 'bought':
    case 'paid':
      return screenUrl('/pages/nft/myNft', { code });
    case 'box_returned':
      return screenUrl('/pages/nft/mine', { tab: 'boxes' });
    case 'outbid':
      return screenUrl('/pages/nft/purchase_one', { code });
    default:
      return screenUrl('/pages/nft/artworkDetail', { code });
  }
}

function Message({ message, onOpen }: { readonly message: NftMessage; readonly onOpen: () => void }) {
  const t = useTexts('nft');
  const locale = useLocale();
  const { kind, name, amount, currency, read, at } = message;
  const money = amount === null ? '' : priceFigure(amount, currency, locale);
  return (
    <li>
      <button type="button" className={styles.message} data-unread={!read || undefined} onClick={onOpen}>
        <span className={styles.dot} role="img" aria-label={read ? t('messages.read') : t('messages.unread')} />
        <span className={styles.main}>
          <span className={styles.body}>{t(`messages.${kind}`, { name, amount: money })}</span>
          <Text as="time" dateTime={new Date(at).toISOString()}>
            {formatRelative(at, serverNow(), locale)}
          </Text>
        </span>
      </button>
    </li>
  );
}

/** What happened to the user's orders and sales; opening a message marks it as read. */
export function Messages() {
  const t = useTexts('nft');
  const open = useOpenScreen();
  const query = useNftMessages();
  const { run, busy } = useReadOrderMessages();
  const unread = useUnreadMessages().data ?? 0;
  return (
    <>
      {unread > 0 && (
        <div className={styles.all}>
          <Button variant="ghost" size="s" busy={busy} onClick={() => run({})}>
            {t('messages.readAll')}
          </Button>
        </div>
      )}
      <PagedList
        label={t('mine.tabs.messages')}
        query={query}
        row={(message) => (
          <Message
            message={message}
            onOpen={() => {
              if (!message.read && message.order_id !== null) run({ id: message.order_id });
              open(targetOf(message));
            }}
          />
        )}
        empty={<EmptyState illustration="message" title={t('mine.none.messages')} text={t('mine.noneText.messages')} />}
      />
    </>
  );
}
