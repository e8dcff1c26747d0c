import { useTexts } from '@tessera/i18n';
import { formatDate } from '@tessera/money';
import { screenUrl } from '@tessera/router';
import { useLanguage } from '@tessera/session';
import { Button, EmptyState, Loaded, type LoadedQuery, Text } from '@tessera/ui';
import styles from './Reading.module.css';

type Article = { readonly title: string; readonly content: string; readonly at: number };

type Props = { readonly text: Article | undefined; readonly query: LoadedQuery<unknown> };

const isGone = (error: Error): boolean => 'code' in error && error.code === 'not_found';

/** A text to read, with its states: an empty line separates paragraphs, single line breaks stay. */
export function Reading({ text, query }: Props) {
  const t = useTexts('account');
  const common = useTexts('common');
  const { locale } = useLanguage();
  const gone = (
    <EmptyState
      illustration="search"
      title={t('content.gone')}
      action={<Button to={screenUrl('/')}>{common('home')}</Button>}
    />
  );
  if (text) {
    return (
      <article className={styles.reading}>
        <h2>{text.title}</h2>
        <Text>{t('content.updated', { date: formatDate(text.at, locale) })}</Text>
        {text.content.split(/\n{2,}/).map((paragraph, index) => (
          <p key={`${index}-${paragraph.slice(0, 16)}`}>{paragraph}</p>
        ))}
      </article>
    );
  }
  const exists = query.error ? !isGone(query.error) : query.isFetching;
  return exists ? <Loaded query={query} /> : gone;
}
