import { MESSAGE_LENGTH, type SupportConversation, type SupportMessage, useService } from '@tessera/api/support';
import type { SharedPlace } from '@tessera/api/support/rules';
import { addTexts, problemText, type TextLoader, useTexts } from '@tessera/i18n';
import { ErrorState, IconButton, SkeletonRows, Text } from '@tessera/ui';
import { Globe } from '@tessera/ui/icons';
import { lazyPart } from '@tessera/ui/lazy-part';
import { useState } from 'react';
import { Composer } from '../conversation/Composer.tsx';
import { MessageList } from '../conversation/MessageList.tsx';
import { Typing } from '../conversation/Typing.tsx';
import { shownMessages } from './messages.ts';
import { Rating } from './Rating.tsx';
import { useMinutes } from './use-minutes.ts';
import type { OpenConversation } from './use-support-conversation.ts';

const mapTexts: TextLoader = async (code) => (await import('@tessera/ui/map')).mapTexts(code);
// With the outlines of the world: fetched where a place is shared.
const PlaceCard = lazyPart(async () => (await Promise.all([import('./PlaceCard.tsx'), addTexts('map', mapTexts)]))[0]);
const PlaceSheet = lazyPart(
  async () => (await Promise.all([import('./PlaceSheet.tsx'), addTexts('map', mapTexts)]))[0],
);

/** What the user may expect: their place in the queue, or that no agent is there. */
function Expectation({ conversation }: { readonly conversation: SupportConversation | null }) {
  const t = useTexts('community/support');
  const minutes = useMinutes();
  const { data } = useService();
  if (conversation && conversation.status !== 'waiting') return null;
  const wait = conversation?.wait ?? null;
  if (!conversation)
    return (
      <Text size={14} align="center">
        {t('talk.first')}
      </Text>
    );
  return (
    <Text size={14} align="center" role="status">
      {conversation.position !== null && t('talk.position', { position: conversation.position })}{' '}
      {data?.staffed === false ? t('talk.away') : wait !== null && t('talk.wait', { time: minutes(wait) })}
    </Text>
  );
}

/** The messages of a conversation, with what is on its way. */
export function Talk({
  conversation,
  open,
}: {
  readonly conversation: SupportConversation | null;
  readonly open: OpenConversation;
}) {
  const t = useTexts('community/support');
  const { messages, outbox, typing, readEarlier, earlierBusy, error, retry } = open;
  const notice = ({ kind, name }: SupportMessage): string =>
    kind === 'text' ? '' : t(`notice.${kind}`, { name: name ?? t('agent') });
  const place = (shared: SharedPlace) => <PlaceCard props={{ place: shared }} waiting={<SkeletonRows count={2} />} />;
  const shown = shownMessages(conversation, messages, outbox.unsent, { notice, place }, outbox);
  if (shown.length === 0 && error) return <ErrorState text={problemText(error)} onRetry={retry} />;
  if (shown.length === 0 && conversation) return <SkeletonRows count={4} />;
  return (
    <>
      <MessageList
        label={t('talk.label')}
        messages={shown}
        onEarlier={readEarlier ?? undefined}
        earlierBusy={earlierBusy}
        below={typing && <Typing text={t('talk.typing', { name: conversation?.agent ?? t('agent') })} />}
      />
      <Expectation conversation={conversation} />
      {conversation?.status === 'resolved' && <Rating key={conversation.id} conversation={conversation} />}
    </>
  );
}

/** Where the user writes. */
export function TalkComposer({
  name,
  uid,
  open,
}: {
  readonly name: string;
  readonly uid: string;
  readonly open: OpenConversation;
}) {
  const t = useTexts('community/support');
  const [choosing, setChoosing] = useState(false);
  const close = () => setChoosing(false);
  return (
    <>
      <Composer
        name={name}
        uid={uid}
        maxLength={MESSAGE_LENGTH}
        placeholder={t('talk.placeholder')}
        pictures
        onSend={open.outbox.add}
        onTyping={open.tellTyping}
        tools={<IconButton label={t('place.share')} icon={<Globe />} onClick={() => setChoosing(true)} />}
      />
      {choosing && (
        <PlaceSheet
          props={{
            onClose: close,
            onShare: (text) => {
              if (open.outbox.add({ text, picture: null })) close();
            },
          }}
        />
      )}
    </>
  );
}
