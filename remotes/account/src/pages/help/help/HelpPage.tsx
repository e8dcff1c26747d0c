import { problemText, useTexts } from '@tessera/i18n';
import { EmptyState, ListRow, Page } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { useHelp } from '../../../content/content.ts';

export default function HelpPage() {
  const t = useTexts('account');
  const help = useHelp();
  const title = t('routes.help.help');
  return (
    <Page title={title} back flush>
      <PagedList
        label={title}
        query={help}
        problem={help.error ? problemText(help.error) : undefined}
        row={({ id, title: heading, abstract }) => (
          <ListRow href={`#/pages/help/detail?id=${id}`} title={heading} subtitle={abstract} />
        )}
        empty={<EmptyState illustration="message" title={t('content.emptyTitle')} />}
      />
    </Page>
  );
}
