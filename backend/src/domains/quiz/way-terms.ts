import { add } from '@tessera/money';
import { DomainError } from '../../platform/http/domain-error.ts';
import { unlinked } from '../../platform/mail/code-terms.ts';
import type { WayTerms } from '../../platform/ports.ts';
import { roundOf } from './store.ts';

const textOf = (input: object, field: string): string => String(Reflect.get(input, field) ?? '');

/** What the message with a code says of a bet. */
export const quizWayTerms: Readonly<Record<string, WayTerms>> = {
  async 'POST /quiz/bet'(sql, input) {
    const round = await roundOf(sql, textOf(input, 'round_id'));
    if (!round) throw new DomainError('not_found', { field: 'round_id' });
    const outcome = Number(textOf(input, 'outcome'));
    const label = round.labels?.[outcome - 1]?.en;
    return {
      action: 'quiz_stake',
      rows: [
        { label: 'amount', value: `${add(textOf(input, 'number'), '0')} ${round.currency}` },
        { label: 'round', value: `${round.symbol ?? unlinked(round.title?.en ?? '')} (#${round.id})` },
        { label: 'choice', value: label ? unlinked(label) : `#${outcome}` },
      ],
    };
  },
};
