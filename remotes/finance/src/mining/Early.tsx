import { breakEvenDay, redemptionOf } from '@tessera/api/mining';
import { useTexts } from '@tessera/i18n';
import { Card, Heading, KeyValue, Text } from '@tessera/ui';
import { useMiningTexts } from './use-mining-texts.ts';

type EarlyProps = {
  readonly terms: Parameters<typeof redemptionOf>[0] & { readonly currency: string };
  /** Whole days that are over at the redemption. */
  readonly over: number;
};

/** What an early redemption comes to, line by line. */
export function EarlyFigures({ terms, over }: EarlyProps) {
  const t = useTexts('finance/mining');
  const texts = useMiningTexts();
  const { penalty, receives, kept, forgone, result } = redemptionOf(terms, over);
  return (
    <KeyValue
      items={[
        { label: t('early.penalty', { rate: texts.rate(terms.penaltyRatio) }), value: texts.amount(penalty, terms) },
        { label: t('early.receives'), value: texts.amount(receives, terms), strong: true },
        { label: t('early.kept'), value: texts.amount(kept, terms) },
        { label: t('early.forgone'), value: texts.amount(forgone, terms) },
        { label: t('early.result'), value: texts.amount(result, terms) },
      ]}
    />
  );
}

/** The same explained for a product, after its first day. */
export function EarlyExplained({ terms }: Pick<EarlyProps, 'terms'>) {
  const t = useTexts('finance/mining');
  const safe = breakEvenDay(terms);
  return (
    <Card gap={3}>
      <Heading size={16}>{t('early.title')}</Heading>
      <Text tone="normal" size={14}>
        {t('early.text')}
      </Text>
      <EarlyFigures terms={terms} over={1} />
      <Text>{safe === null ? t('early.never') : t('early.breakEven', { day: safe })}</Text>
    </Card>
  );
}
