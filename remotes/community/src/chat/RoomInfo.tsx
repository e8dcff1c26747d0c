import { type ChatRoom, useMute, useMuted } from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { Avatar, Button, Heading, List, ListRow, Sheet, Stack } from '@tessera/ui';
import { MessageText } from '../conversation/MessageText.tsx';
import styles from './Chat.module.css';

export type RoomInfoProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly room: ChatRoom;
};

/** The rules of a room, what is pinned in it, and whom the user has muted. */
export function RoomInfo({ open, onClose, room }: RoomInfoProps) {
  const t = useTexts('community/chat');
  const { data, refetch } = useMuted({}, { enabled: open });
  const mute = useMute({ onDone: () => void refetch() });
  return (
    <Sheet open={open} onClose={onClose} title={t('info.title')}>
      <Stack as="section" gap={3}>
        <Heading as="h3" size={14}>
          {t('info.rules')}
        </Heading>
        <MessageText text={room.rules} />
        {room.slow_mode > 0 && <p>{t('info.slow', { seconds: room.slow_mode })}</p>}
        {room.pinned.length > 0 && (
          <>
            <Heading as="h3" size={14}>
              {t('info.pinned')}
            </Heading>
            {room.pinned.map(({ seq, author, text }) => (
              <div key={seq} className={styles.pin}>
                <strong>{author.name}</strong>
                <MessageText text={text} links={author.staff} />
              </div>
            ))}
          </>
        )}
        {data && data.list.length > 0 && (
          <>
            <Heading as="h3" size={14}>
              {t('info.muted')}
            </Heading>
            <div className={styles.rows}>
              <List>
                {data.list.map(({ handle, name, avatar }) => (
                  <ListRow
                    key={handle}
                    start={<Avatar name={name} src={avatar} size="s" />}
                    title={name}
                    value={
                      <Button size="s" variant="secondary" onClick={() => handle && mute.run({ handle, on: false })}>
                        {t('info.unmute')}
                      </Button>
                    }
                  />
                ))}
              </List>
            </div>
          </>
        )}
      </Stack>
    </Sheet>
  );
}
