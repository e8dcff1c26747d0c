import { useContacts } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { useSession } from '@tessera/session';
import { Card, Heading, KeyValue, Loaded, LogInButton, Page, SkeletonRows, Stack } from '@tessera/ui';
import { Contact } from '../../help/Contact.tsx';
import { FeedbackForm } from './FeedbackForm.tsx';

export default function ContactPage() {
  const t = useTexts('account');
  const session = useSession();
  const query = useContacts();
  return (
    <Page title={t('routes.common.contactus')} back>
      <Stack gap={4} page>
        <Loaded query={query} compact waiting={<SkeletonRows count={3} />}>
          {(data) => (
            <Card as="div">
              <KeyValue
                items={[
                  { label: t('content.email'), value: <a href={`mailto:${data.email}`}>{data.email}</a> },
                  ...(data.phone ? [{ label: t('content.phone'), value: data.phone }] : []),
                  ...(data.address ? [{ label: t('content.address'), value: data.address }] : []),
                  { label: t('content.hours'), value: data.hours },
                ]}
              />
            </Card>
          )}
        </Loaded>
        <Contact />
        <Heading size={16}>{t('feedback.title')}</Heading>
        {session ? <FeedbackForm /> : <LogInButton variant="secondary">{t('feedback.login')}</LogInButton>}
      </Stack>
    </Page>
  );
}
