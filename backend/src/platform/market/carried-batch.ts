import type { Transaction } from '../db/database.ts';
import { CarriedMeasure, hourOf, type PairCarried, payerAt } from './carried.ts';
import type { CarriedSums, Standing } from './carried-sums.ts';
import type { CarryWatch, MarketEngine, SymbolFill } from './engine-types.ts';
import { textOf } from './pair-sums.ts';

type Written = PairCarried & { readonly traded: bigint };

/**
 * What a batch of the market carries: bounded by the sums as two users meet, added to them at once, and written with the
 * batch. Prices are those of the batch, as it has one index of each symbol.
 */
export class CarriedBatch implements CarryWatch {
  readonly #engine: Pick<MarketEngine, 'prices'>;
  readonly #sums: CarriedSums;
  readonly #standings: ReadonlyMap<string, Standing>;
  readonly #at: number;
  readonly #measures = new Map<string, CarriedMeasure | null>();
  readonly #pairs = new Map<string, Written>();
  readonly #decided = new Set<string>();
  readonly #unread = new Set<string>();

  constructor(
    engine: Pick<MarketEngine, 'prices'>,
    sums: CarriedSums,
    standings: ReadonlyMap<string, Standing>,
    at: number,
  ) {
    this.#engine = engine;
    this.#sums = sums;
    this.#standings = standings;
    this.#at = at;
  }

  /** Users whose standing decided how many lots they traded. */
  get decided(): ReadonlySet<string> {
    return this.#decided;
  }

  /** Those among them whose standing was not read: they were judged as if it was the worst. */
  get unread(): ReadonlySet<string> {
    return this.#unread;
  }

  get carried(): readonly Written[] {
    return [...this.#pairs.values()];
  }

  #measureOf(symbol: string): CarriedMeasure | null {
    let measure = this.#measures.get(symbol);
    if (measure === undefined) {
      measure = CarriedMeasure.of(this.#engine, symbol);
      this.#measures.set(symbol, measure);
    }
    return measure;
  }

  room({ symbol, buyerId, sellerId, price, lots }: Parameters<CarryWatch['room']>[0]): number {
    const measure = this.#measureOf(symbol);
    const payer = measure && payerAt(price, measure.fine);
    if (!payer) return lots;
    const [payerId, payeeId] = payer === 'buy' ? [buyerId, sellerId] : [sellerId, buyerId];
    const within = (units: bigint): number => {
      const most = measure.lotsWithin(price, units);
      return most < BigInt(lots) ? Number(most) : lots;
    };
    const least = within(this.#sums.leastRoom(payerId, payeeId));
    if (least === lots) return lots;
    this.#decided.add(payerId);
    const standing = this.#standings.get(payerId);
    if (standing) return within(this.#sums.room(payerId, payeeId, standing));
    this.#unread.add(payerId);
    return least;
  }

  made({ symbol, taker, maker, side, price, lots }: SymbolFill): () => void {
    const measure = this.#measureOf(symbol);
    const payer = measure && payerAt(price, measure.fine);
    if (!payer || !taker || !maker || taker.userId === maker.userId) return () => undefined;
    const [payerId, payeeId] = payer === side ? [taker.userId, maker.userId] : [maker.userId, taker.userId];
    const [value, traded] = [measure.valueOf(price, lots), measure.tradedOf(lots)];
    this.#add({ payerId, payeeId, value, traded });
    let counts = true;
    return () => {
      if (counts) this.#add({ payerId, payeeId, value: -value, traded: -traded });
      counts = false;
    };
  }

  #add({ payerId, payeeId, value, traded }: Written): void {
    this.#sums.add(payerId, payeeId, value);
    const pair = `${payerId} ${payeeId}`;
    const before = this.#pairs.get(pair);
    const sum = { payerId, payeeId, value: value + (before?.value ?? 0n), traded: traded + (before?.traded ?? 0n) };
    if (sum.value === 0n) this.#pairs.delete(pair);
    else this.#pairs.set(pair, sum);
  }

  /** Adds it to what is stored; null where there is nothing. */
  write(tx: Transaction): Promise<unknown> | null {
    const { carried } = this;
    if (carried.length === 0) return null;
    return tx.query(
      `insert into value_carried as c (payer_id, payee_id, hour, value, traded)
       select n.payer_id, n.payee_id, $5, n.value, n.traded
         from unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[]) as n (payer_id, payee_id, value, traded)
       on conflict (payer_id, payee_id, hour) do update
          set value = c.value + excluded.value, traded = c.traded + excluded.traded`,
      [
        carried.map(({ payerId }) => payerId),
        carried.map(({ payeeId }) => payeeId),
        carried.map(({ value }) => textOf(value)),
        carried.map(({ traded }) => textOf(traded)),
        new Date(hourOf(this.#at)),
      ],
    );
  }

  /** It is committed. */
  keep(): void {
    this.#sums.keep(this.carried, this.#at);
  }
}
