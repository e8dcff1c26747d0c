import { ruleText, useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import { depositPath } from '../../market/instrument/chosen-pair.ts';
import styles from '../../ticket/Ticket.module.css';
import type { Conditions } from './conditions.ts';
import type { Problem } from './problems.ts';

/** What is wrong, and the way out where there is one. */
export function ProblemText({ problem, at }: { readonly problem: Problem; readonly at: Conditions }) {
  const t = useTexts('trading');
  const locale = useLocale();
  const { base, quote, currency_id, legal_id } = at.rules;
  switch (problem.code) {
    case 'restricted':
      return t('pair.restricted');
    case 'closed':
      return t('market.closed');
    case 'halted':
    case 'offline':
    case 'stale':
      return t(`problem.${problem.code}`);
    case 'post_only_takes':
      return t('problem.postOnlyTakes');
    case 'price_required':
      return t('problem.priceRequired');
    case 'size_required':
      return t('problem.sizeRequired');
    case 'price_off_tick':
      return t('problem.priceOffTick', { tick: exactText(problem.params.tick, locale) });
    case 'further_off_tick':
      return t('problem.priceOffTick', { tick: exactText(problem.params.tick, locale) });
    case 'trigger_required':
      return t('problem.triggerRequired');
    case 'limit_required':
      return t('problem.limitRequired');
    case 'loss_limit_required':
      return t('problem.lossLimitRequired');
    case 'legs':
      return t('problem.legs');
    case 'profit_side':
      return t('problem.profitSide');
    case 'loss_side':
      return t('problem.lossSide');
    case 'amount_off_lot':
      return t('problem.amountOffLot', { lot: exactText(problem.params.lot, locale), base });
    case 'amount_too_small':
      return t('problem.amountTooSmall', { minimum: exactText(problem.params.min, locale), base });
    case 'total_too_small':
      return t('problem.totalTooSmall', { minimum: exactText(problem.params.min, locale), quote });
    case 'field_too_precise':
      return ruleText(problem);
    case 'order_limit':
      return (
        <>
          {t('problem.orderLimit', { limit: exactText(problem.params.limit, locale) })}{' '}
          <ScreenLink className={styles.wayOut} to={screenUrl('/pages/setting/real_mark')}>
            {t('form.raiseLimit')}
          </ScreenLink>
        </>
      );
    case 'insufficient': {
      const currencyId = problem.currency === quote ? legal_id : currency_id;
      return (
        <>
          {t('problem.insufficient', { currency: problem.currency })}{' '}
          {currencyId !== null && (
            <ScreenLink className={styles.wayOut} to={depositPath(currencyId)}>
              {t('form.deposit', { currency: problem.currency })}
            </ScreenLink>
          )}
        </>
      );
    }
  }
}
