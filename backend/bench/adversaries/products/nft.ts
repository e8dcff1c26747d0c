import {
  countedSpend,
  depositFor,
  depositOf,
  MOST_OF_BUYER,
  secondFloor,
  splitDeposit,
  splitPrice,
} from '@tessera/api/nft/rules';
import { add, cmp, mul, neg, sub } from '@tessera/money';
import { computed, type Played, type Plays, type Terms } from '../cell.ts';

const PRICE = '1000';
const SCALE = 6;
/** What a friend bids, in prices. */
const BIDS = ['1.1', '2', '5', '10'] as const;

/** What a winner loses who does not pay, and what of it the seller gets. */
function left({ depositBp, forfeitBp }: Terms['nft'], bid: string) {
  const paid = depositFor(bid, { deposit: depositOf(PRICE, depositBp, SCALE), depositBp, scale: SCALE });
  return { paid, seller: splitDeposit(paid, forfeitBp, SCALE).seller };
}

const share = (gain: string): number => Number(gain) / Number(PRICE);

/**
 * A bidder whose friend bids higher and does not pay, so that the work is offered to the bidder: against the price that
 * would have won. Below the floor it is offered to no one.
 */
function* shields({ nft }: Terms): Generator<Played> {
  for (const factor of BIDS) {
    const bid = mul(PRICE, factor);
    const { paid } = left(nft, bid);
    const floor = secondFloor(bid, paid);
    // The bidder's own bid is what is paid then; another one would have won at the winning bid less an increment.
    const pays = cmp(PRICE, floor) >= 0 ? add(PRICE, paid) : add(bid, paid);
    yield {
      instrument: 'auction',
      term: `${factor}×`,
      strategy: 'a friend shields the bid',
      ...computed(share(sub(bid, pays))),
    };
  }
}

/** A seller whose own account bids and does not pay: what of the deposit comes back, and the fee of being paid at last. */
function* shills({ nft }: Terms): Generator<Played> {
  for (const factor of BIDS) {
    const bid = mul(PRICE, factor);
    const { paid, seller } = left(nft, bid);
    yield {
      instrument: 'auction',
      term: `${factor}×`,
      strategy: 'the seller bids',
      ...computed(share(sub(seller, paid))),
    };
  }
}

/** Fee that is paid for a counted volume of 1 in the ranking, by own accounts that buy, or trade back and forth. */
export function boughtRank(
  { feeBp }: Pick<Terms['nft'], 'feeBp'>,
  { accounts, rounds }: { readonly accounts: number; readonly rounds: number },
): { readonly fee: number; readonly volume: number } {
  let [fee, volume] = ['0', '0'];
  const nets = Array.from({ length: accounts }, () => '0');
  const pay = (buyer: number, seller: number | null): void => {
    fee = add(fee, splitPrice(PRICE, { feeBp, royaltyBp: 0, resale: seller !== null, scale: SCALE }).fee);
    nets[buyer] = add(nets[buyer] ?? '0', PRICE);
    if (seller !== null) nets[seller] = add(nets[seller] ?? '0', neg(PRICE));
  };
  for (let account = 0; account < accounts; account++) pay(account, null);
  for (let round = 0; round < rounds; round++) {
    for (let account = 0; account < accounts; account++) pay((account + 1) % accounts, account);
  }
  volume = nets.reduce((sum, net) => add(sum, countedSpend(net)), '0');
  return { fee: Number(fee), volume: Number(volume) };
}

/** Wash trades for a place in the ranking: what the tenth round adds to the counted volume, less what it costs. */
function* washes({ nft }: Terms): Generator<Played> {
  for (const accounts of [2, 10]) {
    const [few, many] = [9, 10].map((rounds) => boughtRank(nft, { accounts, rounds })) as [Bought, Bought];
    const gain = (many.volume - few.volume - (many.fee - few.fee)) / (accounts * Number(PRICE));
    yield { instrument: 'ranking', term: `${accounts} accounts`, strategy: 'trades back and forth', ...computed(gain) };
  }
  const { volume } = boughtRank(nft, { accounts: 1, rounds: 0 });
  const gain = volume - Number(MOST_OF_BUYER);
  yield { instrument: 'ranking', term: '1 account', strategy: 'counts for more than one buyer', ...computed(gain) };
}

type Bought = ReturnType<typeof boughtRank>;

export const nftPlays: Plays = {
  predictor: { none: 'works are sold in the currency that they are priced in: no index is a part of the price' },
  ring: {
    *cells(terms) {
      yield* shills(terms);
      yield* washes(terms);
    },
  },
  friend: { cells: shields },
  leader: { none: 'no index is a part of the price' },
};
