import { payeesContract } from '@tessera/api/payees/contract';
import { defineDomain } from '../../platform/domain.ts';
import { createFactors } from '../../platform/factor/factors.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { OWN_ROWS } from '../../platform/ports.ts';
import { createVault } from '../../platform/uploads/vault.ts';
import { approve, beginApprove } from '../security/index.ts';
import { deleteAddress, listAddresses, saveAddress } from './addresses.ts';
import { createCardNumbers, sealCardsJob } from './card-numbers.ts';
import { deleteCard, internationalCards, localCards, saveInternationalCard, saveLocalCard } from './cards.ts';
import { payoutNetworks, wireNetwork } from './networks.ts';
import { takeOutPayees } from './take-out.ts';
import { requireListed, switchWhitelist, whitelistOf } from './whitelist.ts';

export { addressOfUser, refuseLookAlike } from './addresses.ts';
export { type CardNumbers, createCardNumbers, type StoredNumber } from './card-numbers.ts';
export { cardOf, cardOfUser } from './cards.ts';
export { chainOfNetwork, type PayoutNetwork, payoutNetwork, payoutNetworks, wireNetwork } from './networks.ts';
export { lookUpReachable, requireReachable, unreachable } from './reachable.ts';
export { isWhitelistOn } from './whitelist.ts';

const PURPOSE = 'whitelist';

/** Where withdrawals may go: a user's addresses and bank cards, and whether to them only. */
export const payees = defineDomain(payeesContract, (dependencies) => {
  const { database, catalogue, settings, ports, now } = dependencies;
  const factors = createFactors(dependencies);
  const vault = createVault(settings);
  const numbers = createCardNumbers(settings);
  const whose = (userId: string) => ({ database, numbers, userId, now: now() });
  return {
    name: 'payees',
    userData: {
      payee_address: OWN_ROWS,
      payee_card: { rows: 'user_id = $1', without: ['card_sealed', 'card_hash'] },
      payee_whitelist: OWN_ROWS,
    },
    payeeOut: requireListed,
    takeOut: takeOutPayees,
    jobs: [sealCardsJob({ database, numbers })],
    calls: {
      'GET /user/wallet/networks': async () => ({
        list: (await payoutNetworks(database, catalogue.current())).map(wireNetwork),
      }),
      'POST /user/wallet/save': ({ user, address: from }, input) =>
        saveAddress({ database, vault, ports, catalogue: catalogue.current(), from, now: now() }, user.id, input),
      'GET /user/wallet/list': async ({ user }, { currency: id, network = null, tag = null, page, limit }) => {
        const currency = id === undefined ? null : catalogue.current().currencyById(id)?.code;
        if (currency === undefined) throw new DomainError('currency_unknown', { field: 'currency' });
        const filter = { currency, network, tag, page, limit };
        return { ...(await listAddresses(database, catalogue.current(), user.id, filter)), page, limit };
      },
      'POST /user/wallet/delete': async ({ user }, { id }) => {
        await deleteAddress(database, user.id, id, now());
        return {};
      },
      'GET /user/wallet/whitelist': ({ user }) => whitelistOf(database, user.id, now()),
      'POST /user/wallet/whitelist/begin': ({ user }, { on }) =>
        beginApprove(
          factors,
          user,
          { purpose: PURPOSE, what: { on } },
          { action: on ? 'whitelist_on' : 'whitelist_off', rows: [] },
        ),
      'POST /user/wallet/whitelist': async ({ user }, { on, totp, passkey, code }) => {
        const spend = await approve(factors, user, { purpose: PURPOSE, what: { on } }, { totp, passkey, code });
        return database.transaction(async (tx) => {
          await spend(tx);
          return switchWhitelist(tx, user.id, on, now());
        });
      },
      'POST /user/cash_save': ({ user }, card) => saveLocalCard(whose(user.id), card),
      'POST /user/cash_save_international': ({ user }, card) => saveInternationalCard(whose(user.id), card),
      'POST /user/cash_info': async ({ user }) => ({ list: await localCards(database, user.id) }),
      'POST /user/cash_info_international': async ({ user }) => ({
        list: await internationalCards(database, user.id),
      }),
      'POST /user/cash_delete': async ({ user }, { id }) => {
        await deleteCard(whose(user.id), id);
        return {};
      },
    },
  };
});
