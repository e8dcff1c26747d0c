import { useScreenParams } from '@tessera/router';
import { Room } from '../../chat/Room.tsx';
import { RoomList } from '../../chat/RoomList.tsx';

/** The chat rooms, or one of them. */
export default function ChatPage() {
  const [{ room }] = useScreenParams('/pages/kf/kf', { room: 'string?' });
  return room === undefined ? <RoomList /> : <Room id={room} />;
}
