export { auditLedger, type Balance, houseBalance, userBalance, userBalances } from './balances.ts';
export {
  freezeEntries,
  houseAccount,
  InsufficientBalance,
  postJournal,
  type UserAccountName,
  userAccount,
} from './post.ts';
