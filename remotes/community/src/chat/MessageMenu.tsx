import {
  type ChatEmoji,
  type ChatMessage,
  chatEmojis,
  mayDelete,
  type ReportReason,
  reportReasons,
  useDeleteMessage,
  useMute,
  useReact,
  useReport,
} from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { serverNow } from '@tessera/realtime';
import { List, ListRow, Sheet, showToast } from '@tessera/ui';
import { useCopy } from '@tessera/ui/content';
import { useState } from 'react';
import styles from './Chat.module.css';
import { mineOf } from './feed.ts';
import type { RoomFeed } from './use-feed.ts';

export type MessageMenuProps = {
  readonly room: string;
  /** Null: closed. */
  readonly message: ChatMessage | null;
  readonly own: boolean;
  readonly mine: ReadonlySet<string>;
  /** Whether the user may write here. */
  readonly mayWrite: boolean;
  readonly onOwn: RoomFeed['own'];
  readonly onReply: (message: ChatMessage) => void;
  readonly onMention: (message: ChatMessage) => void;
  readonly onMuted: () => void;
  readonly onClose: () => void;
};

/** Adds a reaction or takes it back. */
export function useToggleReaction(room: string, onOwn: RoomFeed['own']) {
  const { run } = useReact({ onDone: (output, { emoji, on }) => onOwn(output, { emoji, on }) });
  return (message: ChatMessage, emoji: ChatEmoji, mine: ReadonlySet<string>) =>
    run({ room, seq: message.seq, emoji, on: !mine.has(mineOf(message.seq, emoji)) });
}

/** What can be done with a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { room, message, own, mine, mayWrite, onOwn, onReply, onMention, onMuted, onClose } = props;
  const t = useTexts('community/chat');
  const copy = useCopy();
  const [reporting, setReporting] = useState(false);
  const toggle = useToggleReaction(room, onOwn);
  const remove = useDeleteMessage({ onDone: (output) => onOwn(output) });
  const report = useReport({ onDone: () => showToast(t('menu.reported'), 'success') });
  const mute = useMute({ onDone: onMuted });
  const handle = message?.author.handle ?? null;

  const close = () => {
    setReporting(false);
    onClose();
  };
  const then = (act: () => void) => () => {
    act();
    close();
  };
  const say = (reason: ReportReason) => then(() => message && report.run({ room, seq: message.seq, reason }));

  return (
    <Sheet open={message !== null} onClose={close} title={reporting ? t('menu.report') : t('menu.title')}>
      {message && reporting && (
        <div className={styles.rows}>
          <List label={t('menu.report')}>
            {reportReasons.map((reason) => (
              <ListRow key={reason} title={t(`report.${reason}`)} chevron={false} onClick={say(reason)} />
            ))}
          </List>
        </div>
      )}
      {message && !reporting && (
        <>
          {mayWrite && (
            <fieldset className={styles.emojis} aria-label={t('menu.react')}>
              {chatEmojis.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  aria-pressed={mine.has(mineOf(message.seq, emoji))}
                  onClick={then(() => toggle(message, emoji, mine))}
                >
                  {emoji}
                </button>
              ))}
            </fieldset>
          )}
          <div className={styles.rows}>
            <List>
              {mayWrite && <ListRow title={t('menu.reply')} chevron={false} onClick={then(() => onReply(message))} />}
              {mayWrite && handle !== null && !own && (
                <ListRow title={t('menu.mention')} chevron={false} onClick={then(() => onMention(message))} />
              )}
              {message.text !== '' && (
                <ListRow title={t('menu.copy')} chevron={false} onClick={then(() => void copy(message.text))} />
              )}
              {handle !== null && !own && (
                <>
                  <ListRow
                    title={t('menu.mute', { name: message.author.name })}
                    chevron={false}
                    onClick={then(() => mute.run({ handle, on: true }))}
                  />
                  <ListRow title={t('menu.report')} tone="danger" onClick={() => setReporting(true)} />
                </>
              )}
              {own && mayDelete(message.at, serverNow()) && (
                <ListRow
                  title={t('menu.delete')}
                  tone="danger"
                  chevron={false}
                  onClick={then(() => remove.run({ room, seq: message.seq }))}
                />
              )}
            </List>
          </div>
        </>
      )}
    </Sheet>
  );
}
