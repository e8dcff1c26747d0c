import { type Message, useMessages } from '@tessera/api/messages';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime, formatRelative } from '@tessera/money';
import { EmptyState, Page, Sheet, useLocale } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useState } from 'react';
import styles from '../../content/FeedRow.module.css';
import { Prose } from '../../content/Prose.tsx';
import own from './MessageListPage.module.css';

type RowProps = { readonly message: Message; readonly onOpen: (message: Message) => void };

function MessageRow({ message, onOpen }: RowProps) {
  const t = useTexts('community');
  const locale = useLocale();
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(message)}>
      <span className={styles.title} data-unread={!message.read || undefined}>
        {message.title}
        {!message.read && <span className={own.unseen}>, {t('new')}</span>}
      </span>
      <span className={styles.text}>{message.description}</span>
      <span className={styles.time}>
        {t(`kind.${message.kind}`)} · {formatRelative(message.time, Date.now(), locale)}
      </span>
    </button>
  );
}

/** Messages to the account; one opens in a sheet, so that the list keeps its place. */
export default function MessageListPage() {
  const t = useTexts('community');
  const locale = useLocale();
  const query = useMessages();
  const [opened, setOpened] = useState<Message | null>(null);
  const title = t('routes.mailMessage.mailMessageList');
  return (
    <Page title={title} back flush>
      <PagedList
        problem={query.error ? problemText(query.error) : undefined}
        label={title}
        query={query}
        row={(message) => (
          <li>
            <MessageRow message={message} onOpen={setOpened} />
          </li>
        )}
        empty={<EmptyState illustration="message" title={t('messages.emptyTitle')} text={t('messages.empty')} />}
      />
      <Sheet open={opened !== null} onClose={() => setOpened(null)} title={opened?.title ?? ''}>
        {opened && (
          <div className={own.message}>
            <p className={styles.time}>
              {t(`kind.${opened.kind}`)} · {formatDateTime(opened.time, locale)}
            </p>
            <Prose text={opened.content} />
          </div>
        )}
      </Sheet>
    </Page>
  );
}
