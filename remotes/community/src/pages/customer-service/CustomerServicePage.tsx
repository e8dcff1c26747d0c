import { type SupportConversation, useCurrentConversation, useEndConversation, useService } from '@tessera/api/support';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useRealtimeState, useSession } from '@tessera/session';
import {
  Badge,
  Button,
  Card,
  Heading,
  IconButton,
  List,
  ListRow,
  Loaded,
  LogInButton,
  Page,
  SkeletonRows,
  Stack,
} from '@tessera/ui';
import { Check, Mail, MessageCircle, Users } from '@tessera/ui/icons';
import { Help } from '../../support/Help.tsx';
import styles from '../../support/Support.module.css';
import { Talk, TalkComposer } from '../../support/Talk.tsx';
import { useMinutes } from '../../support/use-minutes.ts';
import { useSupportConversation } from '../../support/use-support-conversation.ts';

/** ms between looks while the realtime connection is away. */
const POLL = 5_000;

/** Whether agents are there, and how long it takes. */
function Service() {
  const t = useTexts('community/support');
  const minutes = useMinutes();
  const { data } = useService();
  if (!data) return null;
  return (
    <p className={styles.service}>
      <span className={styles.dot} data-on={data.staffed || undefined} />
      {!data.staffed && t('service.away')}
      {data.staffed && (data.wait === null ? t('service.there') : t('service.wait', { time: minutes(data.wait) }))}
    </p>
  );
}

/** The way to an agent, after the articles. */
function Contact({ conversation, onTalk }: { readonly conversation: SupportConversation | null; onTalk(): void }) {
  const t = useTexts('community/support');
  const signedIn = useSession() !== null;
  const goesOn = conversation !== null && conversation.status !== 'resolved';
  return (
    <Stack as="section" gap={3}>
      <Heading size={16}>{t('contact.title')}</Heading>
      <Card as="div" gap={3}>
        <Service />
        {signedIn ? (
          <Button onClick={onTalk}>
            {t(goesOn ? 'contact.goOn' : 'contact.start')}
            {conversation !== null && conversation.unread > 0 && (
              <Badge tone="accent">{t('contact.unread', { count: conversation.unread })}</Badge>
            )}
          </Button>
        ) : (
          <LogInButton />
        )}
      </Card>
      <List card>
        <ListRow
          start={<Mail />}
          title={t('contact.mail')}
          subtitle={t('contact.mailHint')}
          to={screenUrl('/pages/kf/mail')}
        />
        <ListRow start={<Users />} title={t('contact.chat')} to={screenUrl('/pages/kf/kf')} />
        <ListRow start={<MessageCircle />} title={t('contact.feedback')} to={screenUrl('/pages/common/contactus')} />
      </List>
    </Stack>
  );
}

function Conversation({
  uid,
  conversation,
  onBack,
}: {
  readonly uid: string;
  readonly conversation: SupportConversation | null;
  onBack(): void;
}) {
  const t = useTexts('community/support');
  const open = useSupportConversation(conversation, { uid });
  const end = useEndConversation();
  const goesOn = conversation !== null && conversation.status !== 'resolved';
  return (
    <Page
      title={conversation?.agent ?? t('title')}
      back={onBack}
      actions={
        goesOn && (
          <IconButton
            label={t('talk.end')}
            icon={<Check />}
            disabled={end.busy}
            onClick={() => end.run({ id: conversation.id })}
          />
        )
      }
      footer={<TalkComposer name="support" uid={uid} open={open} />}
    >
      <Talk conversation={conversation} open={open} />
    </Page>
  );
}

/** Customer service: articles first, then a conversation with an agent. */
export default function CustomerServicePage() {
  const t = useTexts('community/support');
  const uid = useSession()?.user.uid ?? null;
  const { status } = useRealtimeState();
  const [{ view }, replace] = useScreenParams('/pages/kefu/index', { view: 'string?' });
  const current = useCurrentConversation({}, { refetchInterval: status === 'open' ? false : POLL });
  const conversation = current.data?.conversation ?? null;
  if (uid !== null && view === 'talk') {
    const back = () => replace();
    if (current.data) return <Conversation uid={uid} conversation={conversation} onBack={back} />;
    return (
      <Page title={t('title')} back={back}>
        <Loaded query={current} waiting={<SkeletonRows count={4} />} />
      </Page>
    );
  }
  return (
    <Page title={t('title')} back>
      <div className={styles.home}>
        <Help />
        <Contact conversation={conversation} onTalk={() => replace({ view: 'talk' })} />
      </div>
    </Page>
  );
}
