import { useTexts } from '@tessera/i18n';
import { Page } from '@tessera/ui';
import type { Section } from './agreements.ts';
import styles from './copytrading.module.css';

type Props = { readonly language: 'en' | 'zh-CN'; readonly sections: readonly Section[] };

/** The agreement in one language, whatever the language of the page. */
export function AgreementPage({ language, sections }: Props) {
  const t = useTexts('trading/copytrading');
  return (
    <Page title={t('routes.follow.agreement_en', { ns: 'trading' })} back>
      <article className={styles.prose} lang={language}>
        {sections.map(({ title, paragraphs }) => (
          <section key={title} className={styles.prose}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </Page>
  );
}
