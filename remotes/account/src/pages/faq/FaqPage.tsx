import { useFaq } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { EmptyState, Heading, Loaded, Page, Stack } from '@tessera/ui';
import { Accordion } from '@tessera/ui/content';
import { Contact } from '../../help/Contact.tsx';
import { byTopic } from './topics.ts';

export default function FaqPage() {
  const t = useTexts('account');
  const faq = useFaq();
  return (
    <Page title={t('routes.common.faq')} back>
      <Loaded query={faq} />
      {faq.data?.list.length === 0 && <EmptyState illustration="message" title={t('content.emptyTitle')} />}
      {faq.data && (
        <Stack gap={5} page>
          {byTopic(faq.data.list).map(({ topic, questions }) => (
            <section key={topic}>
              {topic && (
                <Heading size={14} below={2}>
                  {topic}
                </Heading>
              )}
              <Accordion
                items={questions.map(({ id, question, answer }) => ({ id, title: question, content: answer }))}
              />
            </section>
          ))}
          <Contact />
        </Stack>
      )}
    </Page>
  );
}
