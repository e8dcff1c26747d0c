import {
  type ChatMessage,
  type ChatRoom,
  chatRules,
  noteChatRead,
  sendChatMessage,
  useChatRoom,
  useMuted,
  useWithdraw,
} from '@tessera/api/chat';
import { problemText, useTexts } from '@tessera/i18n';
import { formatDateTime } from '@tessera/money';
import { serverNow } from '@tessera/realtime';
import { screenUrl } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  IconButton,
  Loaded,
  OfflineBadge,
  Page,
  SkeletonRows,
  scrollBehaviour,
  Text,
  useLocale,
} from '@tessera/ui';
import { BadgeCheck, ChevronDown, Info, Megaphone, Share2, X } from '@tessera/ui/icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Composer } from '../conversation/Composer.tsx';
import { type ConversationMessage, MessageList } from '../conversation/MessageList.tsx';
import type { Unsent } from '../conversation/outbox.ts';
import { useOutbox } from '../conversation/use-outbox.ts';
import { CardView } from './CardView.tsx';
import styles from './Chat.module.css';
import { mineOf } from './feed.ts';
import { MessageMenu, useToggleReaction } from './MessageMenu.tsx';
import { RoomInfo } from './RoomInfo.tsx';
import { closedBy, entriesOf, mentionsIn, newerThan } from './room-model.ts';
import { roomTitle } from './room-title.ts';
import { ShareSheet } from './ShareSheet.tsx';
import { useFeed } from './use-feed.ts';

/** CSS pixels above the end from which on the way to the newest message is shown. */
const FAR = 400;
const SECOND = 1_000;

/** Whether the newest message is far below. */
function useFar(): boolean {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      setFar(scrollHeight - scrollTop - clientHeight > FAR);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return far;
}

/** Seconds until a time of the server, counted down; 0 once it has passed. */
function useSecondsUntil(at: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((at - serverNow()) / SECOND)));
    count();
    if (at <= serverNow()) return;
    const timer = setInterval(count, SECOND);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}

const toNewest = () => {
  const root = document.documentElement;
  root.scrollTo({ top: root.scrollHeight, behavior: scrollBehaviour() });
};

/** What a message answers. */
function Quote({ name, text, onDrop }: { readonly name: string; readonly text: string; readonly onDrop?: () => void }) {
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

type RoomProps = { readonly room: ChatRoom; readonly uid: string; readonly onRoom: () => Promise<unknown> };

function OpenRoom({ room, uid, onRoom }: RoomProps) {
  const t = useTexts('community/chat');
  const locale = useLocale();
  const { status, since } = useRealtimeState();
  const { feed, error, retry, present, earlier, earlierBusy, own } = useFeed(room.id, onRoom);
  const muted = useMuted();
  const [slowUntil, setSlowUntil] = useState(room.me.slow_until);
  // The room may have become slow after the last message.
  const wait = useSecondsUntil(Math.max(slowUntil, room.me.slow_until));
  const far = useFar();
  const [menu, setMenu] = useState<ChatMessage | null>(null);
  const [reply, setReply] = useState<ChatMessage | null>(null);
  const [mentioned, setMentioned] = useState<readonly ChatMessage['author'][]>([]);
  const [added, setAdded] = useState({ text: '', times: 0 });
  const [sharing, setSharing] = useState(false);
  const [info, setInfo] = useState(false);
  const { me } = room;
  const toggle = useToggleReaction(room.id, own);
  const withdraw = useWithdraw({ onDone: () => void onRoom() });

  const send = useCallback(
    async ({ key, text, picture, extra }: Unsent) => {
      const { reply_to, symbol, position, mentions, amounts } = extra;
      const sent = await sendChatMessage(
        {
          room: room.id,
          client_id: key,
          text,
          ...(picture !== null && { picture }),
          ...(reply_to !== undefined && { reply_to: Number(reply_to) }),
          ...(mentions !== undefined && { mentions }),
          ...(symbol !== undefined && { symbol }),
          ...(position !== undefined && { position, amounts: amounts === 'true' }),
        },
        { quiet: true },
      );
      // Shown from the room before the unsent one goes.
      if (sent.held) await onRoom();
      else own(sent);
      if (room.slow_mode > 0) setSlowUntil(sent.at + room.slow_mode * SECOND);
    },
    [room.id, room.slow_mode, own, onRoom],
  );
  const outbox = useOutbox({ name: `chat.${room.id}`, uid, send });

  // Where the last visit ended: it does not move while the room is open.
  const [readBefore] = useState(me.read);
  const messages = feed?.messages;
  const last = messages?.at(-1)?.seq ?? 0;
  const noted = useRef(me.read ?? 0);
  useEffect(() => {
    if (last <= noted.current || document.visibilityState !== 'visible') return;
    const timer = setTimeout(() => {
      noted.current = last;
      // A mark that is lost is set by the next one.
      noteChatRead({ room: room.id, seq: last }, { quiet: true }).catch(() => undefined);
    }, SECOND);
    return () => clearTimeout(timer);
  }, [last, room.id]);

  // What came in while the end was out of sight.
  const [seenTo, setSeenTo] = useState(0);
  if (!far && last > seenTo) setSeenTo(last);

  const mutedHandles = useMemo(
    () => new Set<string | null>(muted.data?.list.map(({ handle }) => handle)),
    [muted.data],
  );
  const closed = closedBy(room);
  const mayWrite = closed === null;
  const mine = feed?.mine ?? new Set<string>();
  const reader = { me, muted: mutedHandles };
  const below = far ? newerThan(seenTo, messages, reader) : 0;
  const entries = entriesOf({ ...reader, messages, readBefore, unsent: outbox.unsent });
  const shown = entries.map((entry): ConversationMessage => {
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
          <Reactions message={message} mine={mine} disabled={!mayWrite} onToggle={toggle} />
        </>
      ),
      onOpen: () => setMenu(message),
    };
  });

  const add = (text: string, picture: string | null, more: Readonly<Record<string, string>> = {}): boolean => {
    if (wait > 0) return false;
    const mentions = mentionsIn(text, mentioned);
    const taken = outbox.add({
      text,
      picture,
      extra: {
        ...(reply && { reply_to: String(reply.seq) }),
        ...(mentions !== undefined && { mentions }),
        ...more,
      },
    });
    if (taken) {
      setReply(null);
      setMentioned([]);
    }
    return taken;
  };
  const mention = ({ author }: ChatMessage) => {
    setMentioned((all) => [...all, author]);
    setAdded(({ times }) => ({ text: `@${author.name} `, times: times + 1 }));
  };

  const note =
    status === 'open' ? (
      present !== null && present > 0 && <span>{t('present', { count: present })}</span>
    ) : status === 'offline' ? (
      <OfflineBadge age={Date.now() - since} />
    ) : (
      <span>{t('connecting')}</span>
    );
  const [pinned] = room.pinned;

  return (
    <Page
      title={roomTitle(room)}
      back
      actions={
        <>
          {mayWrite && <IconButton label={t('share.title')} icon={<Share2 />} onClick={() => setSharing(true)} />}
          <IconButton label={t('info.title')} icon={<Info />} onClick={() => setInfo(true)} />
        </>
      }
      header={
        <div className={styles.head}>
          <div className={styles.status}>{note}</div>
          <button type="button" className={styles.pinned} onClick={() => setInfo(true)}>
            <Megaphone aria-hidden="true" />
            <span dir="auto">{pinned ? pinned.text : room.rules}</span>
          </button>
        </div>
      }
      footer={
        <div className={styles.composer}>
          {far && (
            <Button className={styles.newest} size="s" variant="secondary" icon={<ChevronDown />} onClick={toNewest}>
              {below > 0 ? t('rooms.unread', { shown: below }) : t('newest')}
            </Button>
          )}
          {me.ban ? (
            <p className={styles.closed} role="status">
              {me.ban.until === null
                ? t('closed.banned', { reason: me.ban.reason })
                : t('closed.bannedUntil', { reason: me.ban.reason, time: formatDateTime(me.ban.until, locale) })}
            </p>
          ) : closed === 'room' ? (
            <p className={styles.closed}>{t('closed.room')}</p>
          ) : closed === 'unverified' ? (
            <div className={styles.closed}>
              <p>{t('closed.verify')}</p>
              <Button size="s" to={screenUrl('/pages/setting/real_mark')}>
                {t('verify')}
              </Button>
            </div>
          ) : (
            <Composer
              name={`chat.${room.id}`}
              uid={uid}
              maxLength={chatRules.text.max}
              placeholder={t('write')}
              pictures
              added={added}
              onSend={({ text, picture }) => add(text, picture)}
              above={
                <>
                  {reply && <Quote name={reply.author.name} text={reply.text} onDrop={() => setReply(null)} />}
                  {wait > 0 && <Text role="timer">{t('slow', { seconds: wait })}</Text>}
                </>
              }
            />
          )}
        </div>
      }
    >
      {feed ? (
        <>
          {shown.length === 0 && (
            <EmptyState illustration="message" title={t('empty.title')} text={t('empty.text')} compact />
          )}
          <MessageList
            label={roomTitle(room)}
            messages={shown}
            onEarlier={feed.earlier ? earlier : undefined}
            earlierBusy={earlierBusy}
          />
        </>
      ) : error ? (
        <ErrorState text={problemText(error)} onRetry={retry} />
      ) : (
        <SkeletonRows count={7} />
      )}
      <MessageMenu
        room={room.id}
        message={menu}
        own={menu?.author.handle === me.handle}
        mine={mine}
        mayWrite={mayWrite}
        onOwn={own}
        onReply={setReply}
        onMention={mention}
        onMuted={() => void muted.refetch()}
        onClose={() => setMenu(null)}
      />
      <ShareSheet
        open={sharing}
        onClose={() => setSharing(false)}
        symbol={room.symbol}
        onShare={(extra) => {
          setSharing(false);
          add('', null, extra);
        }}
      />
      <RoomInfo open={info} onClose={() => setInfo(false)} room={room} />
    </Page>
  );
}

/** One room, as soon as it is known what the user may do in it. */
export function Room({ id }: { readonly id: string }) {
  const t = useTexts('community/chat');
  const uid = useSession()?.user.uid ?? '';
  const query = useChatRoom({ room: id });
  const { data, refetch } = query;
  const again = useCallback(() => refetch(), [refetch]);
  if (data) return <OpenRoom key={id} room={data} uid={uid} onRoom={again} />;
  return (
    <Page title={t('title')} back>
      <Loaded query={query} waiting={<SkeletonRows count={7} />} />
    </Page>
  );
}
