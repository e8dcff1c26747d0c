import { useTexts } from '@tessera/i18n';
import { useLocation, useSearchParams } from '@tessera/router';
import { Page } from '@tessera/ui';
import { useArticle } from '../../content/content.ts';
import { Reading } from '../../content/Reading.tsx';

/** News, a banner's text, or a help article: what `id` says. */
export default function ArticlePage() {
  const t = useTexts('account');
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const article = useArticle(query.get('id') ?? '');
  return (
    <Page title={t(pathname.startsWith('/pages/help') ? 'routes.help.detail' : 'routes.common.article')} back>
      <Reading text={article.data} error={article.error} isFetching={article.isFetching} onRetry={article.refetch} />
    </Page>
  );
}
