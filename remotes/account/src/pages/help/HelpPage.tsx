import { useItems } from '@tessera/api/content';
import { problemText, useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { EmptyState, Page } from '@tessera/ui';
import { PagedList } from '@tessera/ui/content';
import { ChevronRight } from 'lucide-react';
import styles from './HelpPage.module.css';

export default function HelpPage() {
  const t = useTexts('account');
  const help = useItems({ category: 'help' });
  const title = t('routes.help.help');
  return (
    <Page title={title} back flush>
      <PagedList
        label={title}
        query={help}
        problem={help.error ? problemText(help.error) : undefined}
        row={({ id, title: heading, abstract }) => (
          <li>
            <ScreenLink className={styles.row} to={screenUrl('/pages/help/detail', { id })}>
              <span className={styles.texts}>
                <span className={styles.title}>{heading}</span>
                {abstract && <span className={styles.abstract}>{abstract}</span>}
              </span>
              <ChevronRight className={styles.arrow} />
            </ScreenLink>
          </li>
        )}
        empty={<EmptyState illustration="message" title={t('content.emptyTitle')} />}
      />
    </Page>
  );
}
