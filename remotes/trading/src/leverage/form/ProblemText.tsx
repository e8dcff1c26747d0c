import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl } from '@tessera/router';
import { useLocale } from '@tessera/ui';
import { exactText } from '../../market/exact-text.ts';
import order from '../../ticket/Ticket.module.css';
import { transferPath } from '../instrument/chosen-contract.ts';
import type { Problem } from './problems.ts';
import type { LeverTerms } from './terms.ts';

type ProblemTextProps = {
  readonly problem: Problem;
  readonly at: { readonly terms: Pick<LeverTerms, 'currency' | 'currencyId'> };
};

/** What is wrong, and the way out where there is one. */
export function ProblemText({ problem, at }: ProblemTextProps) {
  const t = useTexts('trading/leverage');
  const locale = useLocale();
  const { currency } = at.terms;
  switch (problem.code) {
    case 'restricted':
      return t('pair.restricted', { ns: 'trading' });
    case 'closed':
      return t('market.closed', { ns: 'trading' });
    case 'halted':
    case 'offline':
    case 'stale':
      return t(`problem.${problem.code}`, { ns: 'trading' });
    case 'price_required':
      return t('problem.priceRequired', { ns: 'trading' });
    case 'size_required':
      return t('lever.problem.sizeRequired');
    case 'price_off_tick':
      return t('problem.priceOffTick', { ns: 'trading', tick: exactText(problem.tick, locale) });
    case 'lots_too_few':
      return t('lever.problem.lotsTooFew', { lots: exactText(String(problem.lots), locale), count: problem.lots });
    case 'lots_too_many':
      return t('lever.problem.lotsTooMany', { lots: exactText(String(problem.lots), locale), count: problem.lots });
    case 'leverage_for_size':
      return t('lever.problem.leverageForSize', { multiple: problem.multiple });
    case 'openings_paused':
      return t('lever.problem.openingsPaused');
    case 'open_interest_full':
      return t('lever.problem.openInterestFull');
    case 'multiple_reduced':
      return t('lever.problem.multipleReduced', { multiple: problem.multiple });
    case 'stop_wrong':
      return t(`lever.problem.${problem.stop}Wrong`);
    case 'trailing_range':
      return t('lever.problem.trailingRange');
    case 'order_limit':
      return (
        <>
          {t('problem.orderLimit', { ns: 'trading', limit: exactText(problem.limit, locale) })}{' '}
          <ScreenLink className={order.wayOut} to={screenUrl('/pages/setting/real_mark')}>
            {t('form.raiseLimit', { ns: 'trading' })}
          </ScreenLink>
        </>
      );
    case 'insufficient':
      return (
        <>
          {t('problem.insufficient', { ns: 'trading', currency })}{' '}
          <ScreenLink className={order.wayOut} to={transferPath(at.terms.currencyId)}>
            {t('lever.form.transfer')}
          </ScreenLink>
        </>
      );
  }
}
