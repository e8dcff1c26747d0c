import { partsOf } from '@tessera/api/instruments';
import type { Plan } from '@tessera/api/plans';
import { useTexts } from '@tessera/i18n';
import { Badge, Inline, Span, Stack, useLocale } from '@tessera/ui';
import { ProgressBar } from '@tessera/ui/content';
import { exactText } from '../market/exact-text.ts';
import { progressOf, stateOf, TONES } from './plan-figures.ts';

/** Which plan it is, its state, and how far it has come. */
export function PlanHead({ plan }: { readonly plan: Plan }) {
  const t = useTexts('trading/plans');
  const common = useTexts('common');
  const locale = useLocale();
  const state = stateOf(plan);
  const ratio = progressOf(plan);
  const { base } = partsOf(plan.symbol);
  const note =
    plan.kind === 'scaled'
      ? t('of', {
          count: exactText(plan.filled_amount, locale),
          slots: `${exactText(plan.amount ?? '0', locale)} ${base}`,
        })
      : t('of', { count: plan.placed + plan.skipped, slots: plan.slots ?? 0 });
  return (
    <Stack gap={2}>
      <Inline gap={2} between>
        <Inline gap={2} wrap>
          <strong>{plan.symbol}</strong>
          <Span tone={plan.side === 'buy' ? 'up' : 'down'} size={12} weight="medium">
            {common(plan.side)} · {t(`kinds.${plan.kind}`)}
          </Span>
        </Inline>
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
      </Inline>
      {ratio !== null && (
        <ProgressBar label={plan.kind === 'scaled' ? t('filled') : t('progress')} ratio={ratio} note={note} />
      )}
    </Stack>
  );
}
