import { useConversations } from '@tessera/api/support';
import { useTexts } from '@tessera/i18n';
import { formatRelative } from '@tessera/money';
import { screenUrl, useScreenParams } from '@tessera/router';
import { useSession } from '@tessera/session';
import { Heading, List, ListRow, Page, Stack, Text, useLocale } from '@tessera/ui';
import { GuestForm } from '../../support/GuestForm.tsx';
import styles from '../../support/Support.module.css';
import { Talk, TalkComposer } from '../../support/Talk.tsx';
import { TicketForm } from '../../support/TicketForm.tsx';
import { useSupportConversation } from '../../support/use-support-conversation.ts';

type Conversations = ReturnType<typeof useConversations>['data'];
type Ticket = NonNullable<Conversations>['list'][number];

/** Tickets that are listed. */
const LISTED = 20;

function OpenTicket({ uid, ticket }: { readonly uid: string; readonly ticket: Ticket }) {
  const open = useSupportConversation(ticket, { uid, ticket: ticket.id });
  return (
    <Page
      title={ticket.title ?? ticket.reference}
      back
      footer={<TalkComposer name={`support.${ticket.id}`} uid={uid} open={open} />}
    >
      <Text size={14} align="center">
        {ticket.reference}
      </Text>
      <Talk conversation={ticket} open={open} />
    </Page>
  );
}

/** A ticket by mail: the reply comes by mail and in the conversation. Guests ask for help with a code. */
export default function TicketPage() {
  const t = useTexts('community/support');
  const locale = useLocale();
  const uid = useSession()?.user.uid ?? null;
  const [{ id }] = useScreenParams('/pages/kf/mail', { id: 'string?' });
  const { data } = useConversations({ page: 1, limit: LISTED });
  const tickets = data?.list.filter(({ channel }) => channel === 'mail') ?? [];
  const chosen = tickets.find((each) => each.id === id);
  if (uid !== null && chosen) return <OpenTicket uid={uid} ticket={chosen} />;
  return (
    <Page title={t('ticket.title')} back>
      <div className={styles.home}>
        {uid === null ? <GuestForm /> : <TicketForm />}
        {tickets.length > 0 && (
          <Stack as="section" gap={3}>
            <Heading size={16}>{t('ticket.own')}</Heading>
            <List card>
              {tickets.map((each) => (
                <ListRow
                  key={each.id}
                  title={each.title ?? each.reference}
                  subtitle={`${each.reference} · ${formatRelative(each.last_at, Date.now(), locale)}`}
                  value={t(`status.${each.status}`)}
                  to={screenUrl('/pages/kf/mail', { id: each.id })}
                />
              ))}
            </List>
          </Stack>
        )}
      </div>
    </Page>
  );
}
