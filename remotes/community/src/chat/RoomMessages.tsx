import { type ChatMessage, type ChatRoom, useWithdraw } from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { Badge, Button, EmptyState, IconButton, Loaded, SkeletonRows } from '@tessera/ui';
import { BadgeCheck, X } from '@tessera/ui/icons';
import { type ConversationMessage, MessageList } from '../conversation/MessageList.tsx';
import { CardView } from './CardView.tsx';
import styles from './Chat.module.css';
import { mineOf } from './feed.ts';
import { useToggleReaction } from './MessageMenu.tsx';
import type { RoomEntry } from './room-model.ts';
import { roomTitle } from './room-title.ts';
import type { OpenedRoom } from './use-room.ts';

/** What a message answers. */
export function Quote({
  name,
  text,
  onDrop,
}: {
  readonly name: string;
  readonly text: string;
  readonly onDrop?: () => void;
}) {
  const t = useTexts('community/chat');
  return (
    <div className={styles.quote}>
      <strong>{name}</strong>
      <span dir="auto">{text}</span>
      {onDrop && <IconButton label={t('reply.drop')} icon={<X />} onClick={onDrop} />}
    </div>
  );
}

function AuthorName({ author }: { readonly author: ChatMessage['author'] }) {
  const t = useTexts('community/chat');
  return (
    <span className={styles.author}>
      <bdi>{author.name}</bdi>
      {author.staff && (
        <Badge tone="accent" icon={<BadgeCheck />}>
          {t('staff')}
        </Badge>
      )}
    </span>
  );
}

type ReactionsProps = {
  readonly message: ChatMessage;
  readonly mine: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onToggle: ReturnType<typeof useToggleReaction>;
};

function Reactions({ message, mine, disabled, onToggle }: ReactionsProps) {
  const t = useTexts('community/chat');
  if (message.reactions.length === 0) return null;
  return (
    <span className={styles.reactions}>
      {message.reactions.map(({ emoji, count }) => (
        <button
          key={emoji}
          type="button"
          disabled={disabled}
          aria-pressed={mine.has(mineOf(message.seq, emoji))}
          aria-label={t('reaction', { emoji, count })}
          onClick={() => onToggle(message, emoji as Parameters<typeof onToggle>[1], mine)}
        >
          {emoji} {count}
        </button>
      ))}
    </span>
  );
}

type MessagesProps = {
  readonly room: ChatRoom;
  readonly opened: OpenedRoom;
  readonly onRoom: () => Promise<unknown>;
  readonly onOpen: (message: ChatMessage) => void;
};

/** How one entry of the room is shown. */
function useView({ room, opened, onRoom, onOpen }: MessagesProps): (entry: RoomEntry) => ConversationMessage {
  const t = useTexts('community/chat');
  const { own, outbox, mine, closed } = opened;
  const toggle = useToggleReaction(room.id, own);
  const withdraw = useWithdraw({ onDone: () => void onRoom() });
  return (entry) => {
    if (entry.kind === 'new') return { key: 'new', kind: 'notice', own: false, text: t('new'), at: entry.at };
    if (entry.kind === 'unsent') {
      const { picture, ...unsent } = entry.unsent;
      return {
        ...unsent,
        own: true,
        picture: picture === null ? null : { location: picture, isPrivate: true },
        onRetry: () => outbox.retry(unsent.key),
        onDrop: () => outbox.drop(unsent.key),
      };
    }
    const { message } = entry;
    const { client_id: key, at, text, author, picture, reply_to, card, reactions, deleted, held } = message;
    if (entry.kind === 'gone') {
      return { key, kind: 'notice', own: false, text: t(deleted === 'staff' ? 'removed' : 'deleted'), at };
    }
    if (entry.kind === 'held') {
      return {
        key,
        own: true,
        text,
        picture: picture === null ? null : { location: picture, isPrivate: true },
        at,
        state: 'waiting',
        after: (
          <>
            {card && <CardView card={card} />}
            {held && <p className={styles.held}>{t(`held.${held}`)}</p>}
            <Button size="s" variant="secondary" busy={withdraw.busy} onClick={() => withdraw.run({ client_id: key })}>
              {t('held.withdraw')}
            </Button>
          </>
        ),
      };
    }
    return {
      key,
      own: entry.own,
      text,
      links: author.staff,
      picture: picture === null ? null : { location: picture, isPrivate: false },
      at,
      author: { id: author.handle ?? 'staff', name: <AuthorName author={author} /> },
      ...(entry.own && { state: 'sent' as const }),
      before: reply_to && (
        <Quote name={reply_to.name} text={reply_to.text || (reply_to.picture ? t('picture') : t('deleted'))} />
      ),
      after: (card || reactions.length > 0) && (
        <>
          {card && <CardView card={card} />}
          <Reactions message={message} mine={mine} disabled={closed !== null} onToggle={toggle} />
        </>
      ),
      onOpen: () => onOpen(message),
    };
  };
}

/** What was written in the room, from the oldest to the newest. */
export function RoomMessages(props: MessagesProps) {
  const t = useTexts('community/chat');
  const { room, opened } = props;
  const { query, earlier, earlierBusy, entries } = opened;
  const view = useView(props);
  return (
    <Loaded query={query} waiting={<SkeletonRows count={7} />}>
      {(feed) => (
        <>
          {entries.length === 0 && (
            <EmptyState illustration="message" title={t('empty.title')} text={t('empty.text')} compact />
          )}
          <MessageList
            label={roomTitle(room)}
            messages={entries.map(view)}
            onEarlier={feed.earlier ? earlier : undefined}
            earlierBusy={earlierBusy}
          />
        </>
      )}
    </Loaded>
  );
}
