import { useTexts } from '@tessera/i18n';
import { EmptyState } from '../empty/EmptyState.tsx';
import { Page } from '../page/Page.tsx';

/** Placeholder for a page that is not built yet. */
export function NotBuilt({ title }: { readonly title: string }) {
  const t = useTexts('common');
  return (
    <Page title={title} back>
      <EmptyState illustration="box" title={t('ui.notBuilt.title')} text={t('ui.notBuilt.text', { title })} />
    </Page>
  );
}
