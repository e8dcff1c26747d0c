import { type HelpItem, useHelpArticles, useHelpSearch } from '@tessera/api/content';
import { HELP_SUBJECTS, SEARCH_LENGTH } from '@tessera/api/content/rules';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { Heading, List, ListRow, Loaded, Page, SkeletonRows, Stack, Text } from '@tessera/ui';
import { SearchInput, useSearchText } from '@tessera/ui/forms';
import { Contact } from '../../help/Contact.tsx';

const Articles = ({ label, items }: { readonly label: string; readonly items: readonly HelpItem[] }) => (
  <List card label={label}>
    {items.map(({ id, title, abstract }) => (
      <ListRow key={id} title={title} subtitle={abstract} to={screenUrl('/pages/help/detail', { id })} />
    ))}
  </List>
);

/** Help articles by subject, and found as one types. */
export default function HelpPage() {
  const t = useTexts('account');
  const search = useSearchText();
  const query = search.query.slice(0, SEARCH_LENGTH);
  const articles = useHelpArticles();
  const found = useHelpSearch(query === '' ? null : { query });
  return (
    <Page title={t('routes.help.help')} back>
      <Stack gap={6}>
        <SearchInput label={t('help.search')} {...search.input} />
        {query !== '' && found.data && found.data.list.length > 0 && (
          <Articles label={t('help.search')} items={found.data.list} />
        )}
        {query !== '' && found.data?.list.length === 0 && (
          <Text size="inherit" align="center" role="status">
            {t('help.none')}
          </Text>
        )}
        {query === '' && (
          <Loaded query={articles} waiting={<SkeletonRows count={8} />}>
            {({ list }) =>
              HELP_SUBJECTS.map((subject) => (
                <Stack as="section" key={subject} gap={2}>
                  <Heading size={16}>{t(`help.subject.${subject}`)}</Heading>
                  <Articles
                    label={t(`help.subject.${subject}`)}
                    items={list.filter((article) => article.subject === subject)}
                  />
                </Stack>
              ))
            }
          </Loaded>
        )}
        <Contact />
      </Stack>
    </Page>
  );
}
