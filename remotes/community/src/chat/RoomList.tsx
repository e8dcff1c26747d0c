import { type ChatRoomRow, useChatRooms } from '@tessera/api/chat';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { Badge, CoinIcon, List, Loaded, Page, SkeletonRows, Stack, useLocale } from '@tessera/ui';
import { EntryRow } from '@tessera/ui/content';
import { Languages } from '@tessera/ui/icons';
import { roomTitle } from './room-title.ts';

/** ms between two looks at what is new in the rooms. */
const REFRESH = 15_000;
const MOST_SHOWN = 99;

function lastText({ last }: ChatRoomRow, t: ReturnType<typeof useTexts<'community/chat'>>): string {
  if (!last) return t('rooms.quiet');
  const what = last.text || (last.more === 'picture' ? t('picture') : last.more === 'card' ? t('card') : '');
  return t('rooms.last', { name: last.name, text: what });
}

function Row({ room }: { readonly room: ChatRoomRow }) {
  const t = useTexts('community/chat');
  const locale = useLocale();
  const { unread, present, last, symbol } = room;
  const notes = [
    last && formatRelative(last.at, Date.now(), locale),
    present > 0 && t('present', { count: present }),
  ].filter(Boolean);
  return (
    <EntryRow
      to={screenUrl('/pages/kf/kf', { room: room.id })}
      icon={symbol ? <CoinIcon symbol={symbol} /> : <Languages />}
      title={roomTitle(room)}
      oneLine
      text={lastText(room, t)}
      note={notes.join(' · ')}
      badge={
        unread !== null &&
        unread > 0 && (
          <Badge tone="accent">
            {t('rooms.unread', { count: unread, shown: unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread) })}
          </Badge>
        )
      }
    />
  );
}

/** All rooms: that of the user's language first, instruments below. */
export function RoomList() {
  const t = useTexts('community/chat');
  const query = useChatRooms({}, { refetchInterval: REFRESH });
  const of = (kind: ChatRoomRow['kind']) => query.data?.list.filter((room) => room.kind === kind) ?? [];
  return (
    <Page title={t('title')} back>
      <Loaded query={query} waiting={<SkeletonRows count={8} />}>
        {() => (
          <Stack gap={4}>
            <List card label={t('rooms.languages')}>
              {of('language').map((room) => (
                <Row key={room.id} room={room} />
              ))}
            </List>
            <List card label={t('rooms.instruments')}>
              {of('instrument').map((room) => (
                <Row key={room.id} room={room} />
              ))}
            </List>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
