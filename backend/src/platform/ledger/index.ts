export {
  auditLedger,
  type Balance,
  type Funds,
  heldAmounts,
  houseBalance,
  type Income,
  sumHouse,
  userBalance,
  userBalances,
  userFunds,
} from './balances.ts';
export { journalCommitter, type Posting } from './committer.ts';
export { creditsOwnOnly, databaseFor, requireOwnCredits } from './own-credits.ts';
export {
  type Entry,
  freezeEntries,
  houseAccount,
  InsufficientBalance,
  type Journal,
  postJournal,
  postJournals,
  type UserAccountName,
  userAccount,
} from './post.ts';
