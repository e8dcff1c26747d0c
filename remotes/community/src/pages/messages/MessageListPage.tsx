import { type Message, useMessages, useRead, useUnread } from '@tessera/api/messages';
import { useTexts } from '@tessera/i18n';
import { formatDate, formatMinute, formatRelative } from '@tessera/money';
import { asScreenUrl, screenUrl, useOpenScreen } from '@tessera/router';
import { Button, EmptyState, IconButton, Page, Stack, Text, useLocale, VisuallyHidden } from '@tessera/ui';
import { DetailSheet, PagedList } from '@tessera/ui/content';
import { CheckCheck, Settings } from '@tessera/ui/icons';
import { useState } from 'react';
import styles from '../../content/FeedRow.module.css';
import { Prose } from '../../content/Prose.tsx';

type RowProps = { readonly message: Message; readonly onOpen: (message: Message) => void };

function MessageRow({ message, onOpen }: RowProps) {
  const t = useTexts('community');
  const locale = useLocale();
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(message)}>
      <span className={styles.title} data-unread={!message.read || undefined}>
        {message.title}
        {!message.read && <VisuallyHidden>, {t('new')}</VisuallyHidden>}
      </span>
      <span className={styles.text}>{message.description}</span>
      <Text as="span" size={11}>
        {t(`kind.${message.kind}`)} · {formatRelative(message.time, Date.now(), locale)}
      </Text>
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
  const openScreen = useOpenScreen();
  const { run: read } = useRead();
  const unread = useUnread().data?.boxes.messages ?? 0;
  const link = opened?.link == null ? null : asScreenUrl(opened.link);
  const open = (message: Message) => {
    setOpened(message);
    if (!message.read) read({ id: message.id });
  };
  return (
    <Page
      title={title}
      back
      flush
      actions={
        <>
          {unread > 0 && <IconButton label={t('messages.readAll')} icon={<CheckCheck />} onClick={() => read({})} />}
          <IconButton
            label={t('routes.mailMessage.settings')}
            icon={<Settings />}
            onClick={() => openScreen(screenUrl('/pages/mailMessage/settings'))}
          />
        </>
      }
    >
      <PagedList
        label={title}
        query={query}
        row={(message) => (
          <li>
            <MessageRow message={message} onOpen={open} />
          </li>
        )}
        empty={<EmptyState illustration="message" title={t('messages.emptyTitle')} text={t('messages.empty')} />}
      />
      <DetailSheet open={opened !== null} onClose={() => setOpened(null)} title={opened?.title ?? ''}>
        {opened && (
          <Stack gap={3} below={4}>
            <Text size={11}>
              {t(`kind.${opened.kind}`)} · {formatDate(opened.time, locale)} {formatMinute(opened.time, locale)}
            </Text>
            <Prose text={opened.content} />
            {link && (
              <Button to={link} block>
                {t('messages.open')}
              </Button>
            )}
          </Stack>
        )}
      </DetailSheet>
    </Page>
  );
}
