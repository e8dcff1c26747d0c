import { isItemId, useItem } from '@tessera/api/content';
import { useTextByKey } from '@tessera/i18n';
import { useLocation, useScreenParams } from '@tessera/router';
import { Page } from '@tessera/ui';
import { ShareButton } from '@tessera/ui/content';
import { Reading } from '../../content/Reading.tsx';

/** News or a banner's text: selected by `id`. */
export default function ArticlePage() {
  const titleOf = useTextByKey('account');
  const [{ id }] = useScreenParams('/pages/common/article', { id: 'string' });
  const { pathname } = useLocation();
  const article = useItem(id && isItemId(id) ? { id } : null);
  return (
    <Page
      title={titleOf(`routes.${pathname.split('/').slice(2).join('.')}`)}
      back
      actions={article.data && <ShareButton title={article.data.title} />}
    >
      <Reading text={article.data} query={article} />
    </Page>
  );
}
