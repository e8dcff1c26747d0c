import type { BoxSeries } from '@tessera/api/nft';
import { useTexts } from '@tessera/i18n';
import { div, formatRate } from '@tessera/money';
import { Heading, Stack, Text, useLocale } from '@tessera/ui';
import { countFigure } from '../figures.ts';
import { Picture } from '../media/Picture.tsx';
import { RarityBadge } from '../works/StateBadge.tsx';
import styles from './Draws.module.css';

/** The part that `count` is of `all`, in percent. */
const share = (count: number, all: number, locale: string): string =>
  all === 0 ? '–' : formatRate(div(String(count), String(all)), locale, 1);

/** How likely each rarity is, and everything that is left. */
export function Odds({ series }: { readonly series: BoxSeries }) {
  const t = useTexts('nft/draws');
  const locale = useLocale();
  const left = series.odds.reduce((sum, odds) => sum + odds.left, 0);
  return (
    <Stack as="section" gap={3} aria-label={t('odds.title')}>
      <Heading size={16}>{t('odds.title')}</Heading>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('odds.rarity')}</th>
            <th scope="col">{t('odds.start')}</th>
            <th scope="col">{t('odds.now')}</th>
          </tr>
        </thead>
        <tbody>
          {series.odds.map((odds) => (
            <tr key={odds.rarity}>
              <th scope="row">
                <RarityBadge rarity={odds.rarity} />
              </th>
              <td>{share(odds.count, series.boxes, locale)}</td>
              <td>{share(odds.left, left, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text breaks>{t('odds.note')}</Text>
      <ul className={styles.inventory}>
        {series.inventory.map(({ work, count, left: rest }) => (
          <li key={work.code} data-gone={rest === 0 || undefined}>
            <Picture media={work.media} alt="" sizes="96px" square />
            <strong>{work.name}</strong>
            <Text as="span" breaks>
              {t('odds.left', { left: countFigure(rest, locale), count: countFigure(count, locale) })}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
