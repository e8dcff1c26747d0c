export { type Audit, auditLedger, type Balance, houseBalance, userBalance, userBalances } from './balances.ts';
export {
  type Entry,
  freezeEntries,
  type HouseAccountName,
  houseAccount,
  InsufficientBalance,
  type Journal,
  type Part,
  postJournal,
  type UserAccountName,
  userAccount,
} from './post.ts';
