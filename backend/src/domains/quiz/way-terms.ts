import { add } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { unlinked } from '../../platform/mail/code-terms.ts';
import type { TermsOfWays } from '../../platform/ports.ts';
import { roundOf } from './store.ts';

/** What the message with a code says of a bet. */
export const quizWayTerms: TermsOfWays = {
  async 'POST /quiz/bet'(sql, { round_id, outcome, number }) {
    const round = await roundOf(sql, round_id);
    if (!round) throw new DomainError('not_found', { field: 'round_id' });
    const label = round.labels?.[outcome - 1]?.en;
    return {
      action: 'quiz_stake',
      rows: [
        { label: 'amount', value: `${add(number, '0')} ${round.currency}` },
        { label: 'round', value: `${round.symbol ?? unlinked(round.title?.en ?? '')} (#${round.id})` },
        { label: 'choice', value: label ? unlinked(label) : `#${outcome}` },
      ],
    };
  },
};
