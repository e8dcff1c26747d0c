import { type ChatMessage, type ChatRoom, chatRules, useChatRoom } from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { formatMoment } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import {
  Button,
  IconButton,
  Loaded,
  OfflineBadge,
  Page,
  SkeletonRows,
  scrollBehaviour,
  Text,
  useLocale,
} from '@tessera/ui';
import { ChevronDown, Info, Megaphone, Share2 } from '@tessera/ui/icons';
import { useCallback, useState } from 'react';
import { Composer } from '../conversation/Composer.tsx';
import styles from './Chat.module.css';
import { MessageMenu } from './MessageMenu.tsx';
import { RoomInfo } from './RoomInfo.tsx';
import { Quote, RoomMessages } from './RoomMessages.tsx';
import { roomTitle } from './room-title.ts';
import { ShareSheet } from './ShareSheet.tsx';
import { type OpenedRoom, useRoom } from './use-room.ts';

const toNewest = () => {
  const root = document.documentElement;
  root.scrollTo({ top: root.scrollHeight, behavior: scrollBehaviour() });
};

type RoomProps = { readonly room: ChatRoom; readonly uid: string; readonly onRoom: () => Promise<unknown> };

/** Where the user writes, or why they cannot. */
function Footer({ room, uid, opened }: Omit<RoomProps, 'onRoom'> & { readonly opened: OpenedRoom }) {
  const t = useTexts('community/chat');
  const locale = useLocale();
  const { far, below, closed, wait, writing, write, add } = opened;
  return (
    <div className={styles.composer}>
      {far && (
        <Button className={styles.newest} size="s" variant="secondary" icon={<ChevronDown />} onClick={toNewest}>
          {below > 0 ? t('rooms.unread', { shown: below }) : t('newest')}
        </Button>
      )}
      {room.me.ban ? (
        <p className={styles.closed} role="status">
          {room.me.ban.until === null
            ? t('closed.banned', { reason: room.me.ban.reason })
            : t('closed.bannedUntil', { reason: room.me.ban.reason, time: formatMoment(room.me.ban.until, locale) })}
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
          added={writing.added}
          onSend={({ text, picture }) => add(text, picture)}
          above={
            <>
              {writing.reply && (
                <Quote
                  name={writing.reply.author.name}
                  text={writing.reply.text}
                  onDrop={() => write({ type: 'reply', message: null })}
                />
              )}
              {wait > 0 && <Text role="timer">{t('slow', { seconds: wait })}</Text>}
            </>
          }
        />
      )}
    </div>
  );
}

function OpenRoom({ room, uid, onRoom }: RoomProps) {
  const t = useTexts('community/chat');
  const { status, since } = useRealtimeState();
  const opened = useRoom(room, uid, onRoom);
  const { closed, present, mine, own, write, add, onMuted } = opened;
  const [menu, setMenu] = useState<ChatMessage | null>(null);
  const [sharing, setSharing] = useState(false);
  const [info, setInfo] = useState(false);
  const mayWrite = closed === null;
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
      footer={<Footer room={room} uid={uid} opened={opened} />}
    >
      <RoomMessages room={room} opened={opened} onRoom={onRoom} onOpen={setMenu} />
      <MessageMenu
        room={room.id}
        message={menu}
        own={menu?.author.handle === room.me.handle}
        mine={mine}
        mayWrite={mayWrite}
        onOwn={own}
        onReply={(message) => write({ type: 'reply', message })}
        onMention={({ author }) => write({ type: 'mention', author })}
        onMuted={onMuted}
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
