import { useTexts } from '@tessera/i18n';
// By the package's name: a relative import would bundle a second copy of it into the remote.
import { EmptyState, Page } from '@tessera/ui';

/** Placeholder for a page that is not built yet. */
export function NotBuilt({ title }: { readonly title: string }) {
  const t = useTexts('common');
  return (
    <Page title={title} back>
      <EmptyState illustration="box" title={t('ui.notBuilt.title')} text={t('ui.notBuilt.text', { title })} />
    </Page>
  );
}
