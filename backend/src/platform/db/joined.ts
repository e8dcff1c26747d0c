import type { Database, Transaction } from './database.ts';

/**
 * A database whose transactions are part of `tx`: what a handler does in its own transactions commits with `tx`, or not
 * at all. One that fails is undone alone, as it would be by itself.
 */
export const joined = (tx: Transaction, database: Database): Database => ({
  ...database,
  query: (text, values) => tx.query(text, values),
  async transaction(work) {
    await tx.query('savepoint joined');
    try {
      const result = await work(tx);
      await tx.query('release savepoint joined');
      return result;
    } catch (error) {
      await tx.query('rollback to savepoint joined');
      throw error;
    }
  },
  batch: async (work) => {
    await work(tx);
  },
  together: (work) => work(tx),
});
