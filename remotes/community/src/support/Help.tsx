import { type HelpItem, useHelpArticles, useHelpSearch } from '@tessera/api/content';
import { SEARCH_LENGTH } from '@tessera/api/content/rules';
import { useTexts } from '@tessera/i18n';
import { screenUrl } from '@tessera/router';
import { List, ListRow, Settled, SkeletonRows, Stack, Text } from '@tessera/ui';
import { SearchInput, useSearchText } from '@tessera/ui/forms';
import { BookOpen } from '@tessera/ui/icons';

/** Articles offered before anything is typed. */
const OFFERED = 5;

const Articles = ({ label, items }: { readonly label: string; readonly items: readonly HelpItem[] }) => (
  <List card label={label}>
    {items.map(({ id, title, abstract }) => (
      <ListRow
        key={id}
        start={<BookOpen />}
        title={title}
        subtitle={abstract}
        to={screenUrl('/pages/help/detail', { id })}
      />
    ))}
  </List>
);

/** Help articles first: a search, and what is asked most. */
export function Help() {
  const t = useTexts('community/support');
  const search = useSearchText();
  const query = search.query.slice(0, SEARCH_LENGTH);
  const all = useHelpArticles();
  const found = useHelpSearch(query === '' ? null : { query });
  const offered = all.data?.list.slice(0, OFFERED) ?? [];
  return (
    <Stack as="section" gap={3}>
      <SearchInput label={t('help.search')} {...search.input} />
      {query === '' && (
        <Settled query={all} waiting={<SkeletonRows count={4} />}>
          {() => offered.length > 0 && <Articles label={t('help.offered')} items={offered} />}
        </Settled>
      )}
      {query !== '' && found.data && found.data.list.length > 0 && (
        <Articles label={t('help.found')} items={found.data.list} />
      )}
      {query !== '' && found.data?.list.length === 0 && (
        <Text size={14} align="center" role="status">
          {t('help.none')}
        </Text>
      )}
      <List card>
        <ListRow title={t('help.all')} to={screenUrl('/pages/help/help')} />
      </List>
    </Stack>
  );
}
