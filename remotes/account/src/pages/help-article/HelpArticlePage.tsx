import { isItemId, useHelpArticle } from '@tessera/api/content';
import { useTexts } from '@tessera/i18n';
import { asScreenUrl, screenUrl, useScreenParams } from '@tessera/router';
import { Button, Page, Stack } from '@tessera/ui';
import { ShareButton } from '@tessera/ui/content';
import { Reading } from '../../content/Reading.tsx';
import { Contact } from '../../help/Contact.tsx';
import { Helpful } from '../../help/Helpful.tsx';

/** A help article: its text, the screen on which to do it, and whether it helped. */
export default function HelpArticlePage() {
  const t = useTexts('account');
  const [{ id }] = useScreenParams('/pages/help/detail', { id: 'string' });
  const query = useHelpArticle(id && isItemId(id) ? { id } : null);
  const { data } = query;
  const screen = data?.link ? asScreenUrl(data.link) : null;
  return (
    <Page title={t('routes.help.detail')} back actions={data && <ShareButton title={data.title} />}>
      <Stack gap={6}>
        <Reading text={data && { title: data.title, content: data.content, at: data.updated_at }} query={query} />
        {screen && <Button to={screen}>{t('help.open')}</Button>}
        {data && <Helpful key={data.id} id={data.id} />}
        <Button variant="ghost" to={screenUrl('/pages/help/help')}>
          {t('help.all')}
        </Button>
        <Contact />
      </Stack>
    </Page>
  );
}
