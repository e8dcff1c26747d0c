import type { Output } from '@tessera/api/contract';
import { errorText } from '@tessera/api/errors';
import type { LanguageCode } from '@tessera/api/rules';
import type { Transaction } from '../../platform/db/database.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { heldOf, requireUnbraked } from '../brakes/index.ts';
import { indexInUsdt } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';

type Parts = {
  readonly feed: Feed;
  readonly ports: Pick<Ports, 'keepsMoney'>;
  readonly language: LanguageCode;
  /** Unix ms. */
  readonly now: number;
};

/** Why a rule would reject, as the rejection is worded; null where it would not. */
async function refusalOf(rule: () => Promise<void>, language: LanguageCode): Promise<string | null> {
  try {
    await rule();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return errorText(error.code, language, error.params);
    throw error;
  }
}

/**
 * What the rules of purchases say of this user now, whatever is bought: the same rules that judge it. A frozen account is
 * not among them: it has no session.
 */
export async function spendingOf(
  tx: Transaction,
  user: Pick<SignedIn, 'id' | 'level'>,
  currency: string,
  { feed, ports, language, now }: Parts,
): Promise<Output<'GET /wallet/spending'>> {
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  const held = (await heldOf(tx, [user.id])).get(user.id);
  return {
    kept: await refusalOf(() => ports.keepsMoney(tx, user.id), language),
    braked: await refusalOf(async () => requireUnbraked(held, null, now), language),
    order_limit: limit,
    over_limit: errorText('order_limit', language, { limit }),
    price: indexInUsdt(feed, currency),
  };
}
