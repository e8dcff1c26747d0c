import type { CallId as ContractCallId, Output, ReadInput } from '@tessera/api/contract';
import type { CallId } from '@tessera/api/kit';
import type { AccountName, LanguageCode, RecordKind } from '@tessera/api/rules';
import type { WalletList } from '@tessera/api/wallet/contract';
import { add, cmp, sum } from '@tessera/money';
import type { Instrument } from './catalogue/catalogue.ts';
import type { Sql, Transaction } from './db/database.ts';
import { EACH_USER } from './db/each-user.ts';
import type { Domain } from './domain.ts';
import type { Holder } from './factor/holder.ts';
import { DomainError } from './http/domain-error.ts';
import type { KeyUse } from './http/idempotency.ts';
import { earlier } from './jobs/stretch.ts';
import { houseBalance } from './ledger/balances.ts';
import type { UserAccountName } from './ledger/post.ts';
import type { CodeTerms } from './mail/code-terms.ts';
import type { MessageChoice } from './mail/courier.ts';
import type { StaffQueue } from './queues.ts';
import type { LiveTopic } from './realtime/topic.ts';
import type { ScreenLink } from './screens/screen-link.ts';
import type { CompromisedWindow, TakeOutWindow } from './session/compromised.ts';
import type { SignedIn, StaffMember } from './session/read-session.ts';
import type { By, StaffCommand } from './staff-command.ts';
import type { Leaving } from './ways/leave.ts';

/*
 * Contributions of many domains to one. A domain fills a port with a field of `Domain`; users of a port get all contributions and import none of the domains.
 */

/** An amount of a user's account that others are due. */
export type KeptAside = {
  readonly userId: string;
  readonly account: AccountName;
  readonly currency: string;
  readonly amount: string;
};

/** Amounts that a domain holds in the frozen part of a user's account; not additional funds. */
export type Reserve = {
  readonly userId: string;
  readonly product: WalletList['products'][number]['product'];
  /** Currency code. */
  readonly currency: string;
  readonly amount: string;
};

/** What can be done with a currency now. */
export type CurrencyUses = {
  readonly deposits: boolean;
  readonly withdrawals: boolean;
  /** Spot instruments that trade it. */
  readonly symbols: readonly string[];
};

/** A change of an instrument's lot; decimal strings. The former lot is a multiple of the new one. */
export type LotChange = { readonly symbol: string; readonly before: string; readonly after: string };

/** A fill of a user's order in the market. Amounts and prices are decimal strings. */
export type MarketFill = {
  readonly userId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Price × amount, in the quote currency. */
  readonly total: string;
  /** The fee over what was received; a ratio. */
  readonly feeRate: string;
  /** Unix ms. */
  readonly at: number;
};

/** What happened to a user by trading. Amounts and prices are decimal strings. */
export type TradeEvent = {
  readonly userId: string;
  readonly kind: 'bought' | 'sold' | 'liquidated' | 'deleveraged' | 'settled';
  readonly market: 'spot' | 'leverage' | 'options';
  readonly symbol: string;
  /** Quantity of what was filled; of a settlement what was paid out. */
  readonly amount: string;
  /** Mean price; null of a settlement. */
  readonly price: string | null;
  /** Code of the amount's currency where that is money. */
  readonly currency: string | null;
};

/** What a domain books of trades, oldest first. */
export type BookedTrades = {
  /** When any fill or event of it was first booked after a time, Unix ms; null where none was. Jobs look for no other. */
  readonly first: (sql: Sql, after: number) => Promise<number | null>;
  /** Fills that were booked after one time and up to another, Unix ms. */
  readonly fills?: (sql: Sql, after: number, until: number) => Promise<readonly MarketFill[]>;
  /** What was booked after one time and up to another, Unix ms: an event an order. */
  readonly events?: (sql: Sql, after: number, until: number) => Promise<readonly TradeEvent[]>;
};

/** Available money that leaves an account for another one of the same user. */
export type OwnTransfer = {
  readonly userId: string;
  /** Currency code. */
  readonly currency: string;
  readonly amount: string;
  readonly to: AccountName;
};

/**
 * Transfers out of an account of which a domain may need the money. Resolves with the reference of the journal and its
 * time, also for a key that was used before; rejects with DomainError what may not leave.
 */
export type TransferFrom = (
  transfer: OwnTransfer,
  use: KeyUse,
) => Promise<{ readonly ref: string; readonly at: number }>;

/** What stands in the way of closing an account: money, or something that is still going on. */
export type ClosingObstacle = {
  readonly kind: Output<'GET /user/closing'>['obstacles'][number]['kind'];
  readonly count: number;
  /** Of balances: decimal strings by currency code. */
  readonly amounts?: readonly { readonly currency: string; readonly amount: string }[];
  /** Of balances, in USDT by the index; left out where they may not be given up. */
  readonly worth?: string | null;
};

/** What of an account may leave it now, at most what is available; in the currency's units. */
export type Transferable = (sql: Sql, userId: string, currency: string) => Promise<string>;

/**
 * Which rows of a table are a user's, as an SQL condition with the user's id as `$1`; `without` are columns that the user
 * does not get, such as hashes. Or why none of it belongs into the copy of a user's data.
 */
export type UserTable = { readonly rows: string; readonly without?: readonly string[] } | { readonly leftOut: string };

/** Of a table that has the user in its column `user_id`. */
export const OWN_ROWS: UserTable = { rows: 'user_id = $1' };

/** Called with a currency code. */
type UsesOf<Uses> = (code: string) => Uses;

/** The payment password: calls with one in their input are handled only if it is correct. */
export type PayPassword = {
  /** The call that sets a new one, whose input is not checked against the old. */
  readonly setBy: CallId;
  /** Rejects with DomainError for a wrong, missing or locked payment password. `now` is Unix ms. */
  readonly require: (
    payer: { readonly id: string; readonly sessionId: string },
    payPassword: string,
    now: number,
  ) => Promise<void>;
};

/** What a rollback of compromised code took out of service, for operators: `passkey Phone`. */
export type TakenOut = {
  readonly owner: Holder;
  readonly what: string;
  /** A factor: who planted it may have logged in with it since. */
  readonly logsIn?: true;
};

/** What a user approves: the kind of thing, and all that it consists of. */
export type Approvable = { readonly purpose: string; readonly what: object };
/** What a way pays, and for what, by its input as the contract has read it. Rejects with DomainError what is not there. */
type WayTerms = { read(sql: Sql, input: object): Promise<CodeTerms> }['read'];
/** The same of each way, by its own input: both are written as methods, so that one takes the other. */
export type TermsOfWays = {
  readonly [K in ContractCallId]?: { read(sql: Sql, input: ReadInput<K>): Promise<CodeTerms> }['read'];
};
export type ApprovalProof = Pick<ReadInput<'POST /user/wallet/whitelist'>, 'totp' | 'passkey' | 'code'>;

/** Approvals by a second factor or, without one, by a mailed code. */
export type Approvals = {
  /**
   * What an approval is to be made with; the challenge of a passkey, and a mailed code, carry the hash of what is approved.
   * `shown` is what the message with the code says.
   */
  readonly begin: (
    user: SignedIn,
    approvable: Approvable,
    shown: CodeTerms,
  ) => Promise<Output<'POST /user/wallet/whitelist/begin'>>;
  /**
   * Rejects unless the user approves exactly this. Runs outside of the caller's transaction, so that a wrong try counts;
   * returns what spends the code in it.
   */
  readonly approve: (
    user: SignedIn,
    approvable: Approvable,
    proof: ApprovalProof,
  ) => Promise<(tx: Transaction) => Promise<void>>;
};

/** What a VIP level gives. Amounts and ratios are decimal strings. */
export type VipBenefits = {
  readonly level: number;
  /** Off every trading fee, at most a half. */
  readonly feeDiscount: string;
  /** How many times the daily withdrawal limit of the identity level. */
  readonly withdrawalFactor: string;
  /** The largest loan, USDT, and its interest a day; null where the level opens none. */
  readonly loan: { readonly limit: string; readonly dayRate: string } | null;
};

/** VIP levels as this node knows them. */
export type Vip = {
  /** Reads nothing: it is asked for every fill. */
  readonly of: (userId: string) => VipBenefits;
  /** Follows the database where that is newer; awaited before a node takes the market over. */
  readonly refresh: () => Promise<void>;
};

/** Without a domain that knows levels every user is at 0. */
export const NO_VIP: Vip = {
  of: () => ({ level: 0, feeDiscount: '0', withdrawalFactor: '1', loan: null }),
  refresh: async () => undefined,
};

/** What the identity level limits beside single orders. Deposits are claims, sends go to other users. */
export type LimitKind = 'deposit' | 'withdrawal' | 'send';

/** A limit of a user. Amounts are decimal strings in `unit`. */
export type Limit = {
  readonly kind: LimitKind;
  readonly unit: 'USDT' | 'BTC';
  /** `day` rolls over 24 hours; `total` counts everything. */
  readonly period: 'day' | 'total';
  /** Null: none. Zero: the level does not allow it. */
  readonly limit: string | null;
  readonly used: string;
};

/** What a user has used of a limit since a time, Unix ms; null: since ever. In the unit of the kind. */
export type LimitUse = (sql: Sql, userId: string, since: number | null) => Promise<string>;

export type Limits = {
  readonly of: (sql: Sql, userId: string) => Promise<readonly Limit[]>;
  /**
   * Rejects with DomainError what the user's level does not leave room for: `verification_required` where it allows
   * none, else `withdrawal_limit`, `send_limit` or `limit_exceeded`. `value` is in the unit of the kind. Locks the user's row: concurrent
   * requests of a user count one after the other, if each records its use in the same transaction.
   */
  readonly require: (
    tx: Transaction,
    userId: string,
    kind: LimitKind,
    value: string,
    /** The field of the input that asks for it. */
    field?: string,
  ) => Promise<void>;
};

/** Accounts of a user that hold what is in financial products. */
export const PRODUCT_ACCOUNTS = [
  'mining',
  'invest',
  'dual',
  'subscription',
  'collateral',
] as const satisfies readonly UserAccountName[];
export type ProductAccount = (typeof PRODUCT_ACCOUNTS)[number];

/** What a holding does on a day. */
export type HoldingEvent = {
  /** Unix ms. */
  readonly at: number;
  /** The user gets `interest` and `principal`; a `repayment` is due from the user; `unlock` and `settlement` say their result then. */
  readonly kind: 'interest' | 'principal' | 'repayment' | 'unlock' | 'settlement';
  /** Currency code. */
  readonly currency: string;
  /** Null where it is not known before. */
  readonly amount: string | null;
};

/** Something that a user holds in a financial product. Amounts are decimal strings. */
export type ProductHolding = {
  readonly product: 'mining' | 'demand' | 'fixed' | 'dual' | 'metal' | 'launchpad' | 'loan';
  /** Unique among the holdings of the product. */
  readonly id: string;
  readonly name: Readonly<Record<LanguageCode, string>>;
  /** Where `amount` stands: the holdings of a user in an account and currency sum up to the ledger's balance. */
  readonly account: ProductAccount;
  /** Currency code. */
  readonly currency: string;
  readonly amount: string;
  /** Paid so far, by currency. */
  readonly earned: readonly { readonly currency: string; readonly amount: string }[];
  readonly nextPayment: { readonly at: number; readonly currency: string; readonly amount: string } | null;
  /** Unix ms; absent where it has no term. */
  readonly startedAt?: number;
  /** Unix ms; null without an end. */
  readonly maturesAt: number | null;
  /** What comes back of `amount` if the user leaves now; absent where it cannot be left. */
  readonly exit?: string;
  /** As the domain's own screens name it. */
  readonly status: string;
  /** The screen that shows it. */
  readonly screen: ScreenLink;
  /** What comes, oldest first, made as it is read; absent, `nextPayment` and `maturesAt` are all. */
  readonly events?: Iterable<HoldingEvent>;
};

/** What users owe the house. */
export type Debt = {
  readonly userId: string;
  /** Currency code. */
  readonly currency: string;
  readonly amount: string;
};

/** Loans that were repaid, in time and late. */
export type Repayments = { readonly inTime: number; readonly late: number };

/** What waits for a user to read it, in a box of the message centre. */
export type Unread = {
  readonly box: keyof Output<'GET /mailMessage/unread'>['boxes'];
  readonly unread: number;
};

/** What a user may have switched off. */
type WantsMessage = (sql: Sql, choice: MessageChoice) => Promise<boolean>;

/** Contributions of a domain. */
/** Judges an input as its call read it. */
/** UIDs of the accounts that a call of staff concerns with this input. */
export type StaffSubjects = (sql: Sql, input: object) => Promise<readonly string[]>;

export type RunsAlone = (sql: Sql, input: object) => Promise<boolean> | boolean;

/** A change of two members at one of its steps: its input as its call read it. */
type ChangeStep = { readonly id: string; readonly input: object; readonly by: By };

/** Runs in the transaction of each step; rejecting with DomainError refuses the step. */
export type ChangeSteps = {
  readonly proposed: (tx: Transaction, change: ChangeStep) => Promise<void>;
  /** `runsAt` is Unix ms. */
  readonly approved: (tx: Transaction, change: ChangeStep & { readonly runsAt: number }) => Promise<void>;
  /** Before the handler, when the change is to take effect. */
  readonly due: (tx: Transaction, change: ChangeStep) => Promise<void>;
};

/** What an address is to the platform: the contract of a token, its own wallet, or where a user pays in. */
export type AddressUse =
  | { readonly kind: 'contract'; readonly currency: string }
  | { readonly kind: 'wallet' }
  | { readonly kind: 'deposit'; readonly userId: string };
export type AddressUseOf = (sql: Sql, chain: string, address: string) => Promise<AddressUse | null>;

export type DomainPorts = {
  readonly unread?: (sql: Sql, userId: string) => Promise<Unread>;
  /** Whether a user wants to be told of a topic there. */
  readonly wantsMessage?: WantsMessage;
  readonly currencyUses?: (sql: Sql) => Promise<UsesOf<Partial<CurrencyUses>>>;
  /**
   * What the domain holds of the user `u.id`: a select of `product`, `currency` and `amount`. The wallet reads those of
   * all domains in one statement.
   */
  readonly reserves?: string;
  /** Whether the account of a UID is known to be a member's of the staff own. */
  readonly ownAccount?: (sql: Sql, uid: string, staffId: string) => Promise<boolean>;
  /** Which of these users let nothing go until staff have looked at what they gained. */
  readonly underReview?: (sql: Sql, userIds: readonly string[]) => Promise<readonly string[]>;
  /**
   * What these users' accounts keep for others and is not set aside yet: it does not leave the account. One statement, and
   * of the users who have some.
   */
  readonly keptAside?: (sql: Sql, userIds: readonly string[]) => Promise<readonly KeptAside[]>;
  /** The kinds of the journals that this domain posts, as the user's account records show them. */
  readonly recordKinds?: readonly RecordKind[];
  readonly payPassword?: PayPassword;
  readonly approval?: Approvals;
  /** What the message with a code says of its ways that a user may have to approve. */
  readonly wayTerms?: TermsOfWays;
  /** What this domain knows an address of a chain to be; null for one that it does not know. */
  readonly addressUse?: AddressUseOf;
  /** Rejects with DomainError what may not leave a user's account now. */
  readonly moneyOut?: (tx: Transaction, leaving: Pick<Leaving, 'userId' | 'at'>) => Promise<void>;
  /** Rejects with DomainError a payee whom the user does not let money go to. */
  readonly payeeOut?: (tx: Transaction, leaving: Leaving) => Promise<void>;
  /** Something has left to other users: what the owner is told of it. */
  readonly onMoneyOut?: (tx: Transaction, leaving: Leaving) => Promise<void>;
  /** What may leave to other users in 24 hours without an approval, USDT. */
  readonly unapproved?: (sql: Sql) => Promise<string>;
  /** Rejects with DomainError a call of a service that an operator has paused. */
  readonly requireRunning?: (callId: string) => Promise<void>;
  /** What waits for a decision of staff. */
  readonly queues?: readonly StaffQueue[];
  /** Whether a member of the staff may see a private upload now; if so, the view has been recorded. */
  readonly viewPicture?: (member: StaffMember, upload: string) => Promise<boolean>;
  /** How many of its orders wait for their price in an instrument. */
  readonly openOrders?: (sql: Sql, symbol: string) => Promise<number>;
  /** Rejects with DomainError an instrument, as staff would have it, that this domain could not offer. */
  readonly judgeInstrument?: (tx: Transaction, instrument: Instrument) => Promise<void>;
  /**
   * Counts anew what this domain keeps in whole lots, in the transaction that changes the lot of a halted instrument. Rejects
   * with DomainError what cannot be counted in the new one.
   */
  readonly changeLot?: (tx: Transaction, change: LotChange) => Promise<void>;
  /** What a guesser may know of a user, such as a real name or a document number: no password is made of it. */
  readonly personalWords?: (sql: Sql, userId: string) => Promise<readonly string[]>;
  /** Accounts that money leaves through this domain alone. */
  readonly transferFrom?: Partial<Readonly<Record<AccountName, TransferFrom>>>;
  /** Ends what a user has pending and the limits that the user has just set do not allow any more. */
  readonly obeyBrakes?: (userId: string) => Promise<void>;
  /** What may leave these accounts, as `transferFrom` would judge it. */
  readonly transferable?: Partial<Readonly<Record<AccountName, Transferable>>>;
  /** Trades that this domain books. */
  readonly trades?: BookedTrades;
  /** Ids of accounts that a job of this domain trades with: no person reads their messages. */
  readonly automatic?: (sql: Sql) => Promise<readonly string[]>;
  /** Kinds of the journals by which this domain pays yields to users: coupons may add to them. */
  readonly yieldKinds?: readonly RecordKind[];
  /**
   * The account was frozen: ends what would go on without its owner, such as orders that rest. Called again where a
   * domain rejects, so that it must not matter how often. `now` is Unix ms.
   */
  readonly onFreeze?: (userId: string, now: number) => Promise<void>;
  /** Takes out of service what compromised code could add to accounts while it was live. Called for each such time. */
  readonly takeOut?: (tx: Transaction, window: TakeOutWindow, now: number) => Promise<readonly TakenOut[]>;
  /** Something of this user's was taken out: pauses what a thief would do next, and tells the user. */
  readonly onTakenOut?: (tx: Transaction, userId: string, now: number) => Promise<void>;
  /** What keeps this user's account from being closed. */
  readonly closingObstacles?: (sql: Sql, userId: string) => Promise<readonly ClosingObstacle[]>;
  /** The account is closed: deletes what is the user's alone and no law asks for. */
  readonly onClose?: (tx: Transaction, userId: string) => Promise<void>;
  /** Tables of this domain that hold something of users: what the copy of their data consists of. */
  readonly userData?: Readonly<Record<string, UserTable>>;
  /**
   * Rejects with DomainError while a user's money may not leave the user's own accounts for anything but trades. Asked in
   * the transaction that takes the money, which has locked the user's row, and again before a withdrawal is paid.
   */
  readonly keepsMoney?: (sql: Sql, userId: string) => Promise<void>;
  /** What users owe; of one user, or of all. */
  readonly debts?: (sql: Sql, userId: string | null) => Promise<readonly Debt[]>;
  /** Null for a user who had no loan. */
  readonly repayments?: (sql: Sql, userId: string) => Promise<Repayments | null>;
  readonly vip?: Vip;
  readonly limits?: Limits;
  /** What this domain's requests use of limits. */
  readonly limitUses?: Partial<Readonly<Record<LimitKind, LimitUse>>>;
  /** The most that open products of this domain will still pay out of the house's account `interest`. */
  readonly promises?: (sql: Sql, currency: string) => Promise<string>;
  /** The most that open dual products may take out of the house's account `dual`. */
  readonly dualPromises?: (sql: Sql, currency: string) => Promise<string>;
  readonly productHoldings?: (sql: Sql, userId: string) => Promise<readonly ProductHolding[]>;
  /** What staff do about this domain on the command line. */
  readonly staffCommands?: readonly StaffCommand[];
  /**
   * Whether one member may make a call of two members alone, by its id: only where this input restricts, compared with
   * what is in force.
   */
  readonly runsAlone?: Readonly<Record<string, RunsAlone>>;
  /** Whose accounts calls of staff concern that name them by what is theirs, by call. No member makes one about an own account. */
  readonly staffSubjects?: Readonly<Record<string, StaffSubjects>>;
  /** What goes along with the steps of a change of two members, by its call. */
  readonly changeSteps?: Readonly<Record<string, ChangeSteps>>;
  /** What this domain sends live over the pages' connections. */
  readonly liveTopics?: readonly LiveTopic[];
};

/** All domains' parts together. */
export type Ports = {
  /** A row a box. */
  readonly unread: (sql: Sql, userId: string) => Promise<readonly Unread[]>;
  /** True without a domain that knows what users want. */
  readonly wantsMessage: WantsMessage;
  readonly currencyUses: (sql: Sql) => Promise<UsesOf<CurrencyUses>>;
  readonly reserves: (sql: Sql, userIds: readonly string[]) => Promise<readonly Reserve[]>;
  /** False where no domain knows. */
  readonly ownAccount: (sql: Sql, uid: string, staffId: string) => Promise<boolean>;
  readonly underReview: (sql: Sql, userIds: readonly string[]) => Promise<readonly string[]>;
  readonly keptAside: (sql: Sql, userIds: readonly string[]) => Promise<readonly KeptAside[]>;
  readonly recordKinds: () => ReadonlySet<RecordKind>;
  /** Null for an address that is nothing to the platform. */
  readonly addressUse: AddressUseOf;
  /** Throws if no domain checks payment passwords: calls must not run unchecked. */
  readonly payPassword: () => PayPassword;
  /** Throws for a way that no domain describes. */
  readonly wayTerms: (callId: string) => WayTerms;
  /** Throws if no domain checks approvals. */
  readonly approval: () => Approvals;
  /** Throws if no domain judges what leaves: nothing may leave unchecked. */
  readonly moneyOut: (tx: Transaction, leaving: Pick<Leaving, 'userId' | 'at'>) => Promise<void>;
  readonly payeeOut: (tx: Transaction, leaving: Leaving) => Promise<void>;
  readonly onMoneyOut: (tx: Transaction, leaving: Leaving) => Promise<void>;
  /** Zero if no domain knows. */
  readonly unapproved: (sql: Sql) => Promise<string>;
  readonly requireRunning: (callId: string) => Promise<void>;
  readonly queues: () => readonly StaffQueue[];
  readonly viewPicture: (member: StaffMember, upload: string) => Promise<boolean>;
  readonly openOrders: (sql: Sql, symbol: string) => Promise<number>;
  readonly judgeInstrument: (tx: Transaction, instrument: Instrument) => Promise<void>;
  readonly changeLot: (tx: Transaction, change: LotChange) => Promise<void>;
  readonly personalWords: (sql: Sql, userId: string) => Promise<readonly string[]>;
  /** Null for an account that nothing but its balance limits. */
  readonly transferFrom: (account: AccountName) => TransferFrom | null;
  readonly obeyBrakes: (userId: string) => Promise<void>;
  /** Likewise. */
  readonly transferable: (account: AccountName) => Transferable | null;
  /** When any domain first booked a fill or an event after a time, Unix ms; null where none has. */
  readonly firstTrade: (sql: Sql, after: number) => Promise<number | null>;
  /** Oldest first. */
  readonly marketFills: (sql: Sql, after: number, until: number) => Promise<readonly MarketFill[]>;
  readonly tradeEvents: (sql: Sql, after: number, until: number) => Promise<readonly TradeEvent[]>;
  readonly automatic: (sql: Sql) => Promise<readonly string[]>;
  readonly yieldKinds: () => readonly RecordKind[];
  /** What was taken out of service, of all domains; users that own it are told. */
  readonly takeOut: (tx: Transaction, window: CompromisedWindow, now: number) => Promise<readonly TakenOut[]>;
  /** Rejects after all domains have tried, where one could not. */
  readonly onFreeze: (userId: string, now: number) => Promise<void>;
  readonly closingObstacles: (sql: Sql, userId: string) => Promise<readonly ClosingObstacle[]>;
  readonly onClose: (tx: Transaction, userId: string) => Promise<void>;
  /** By table. */
  readonly userData: () => ReadonlyMap<string, UserTable>;
  readonly keepsMoney: (sql: Sql, userId: string) => Promise<void>;
  readonly debts: (sql: Sql, userId: string | null) => Promise<readonly Debt[]>;
  readonly repayments: (sql: Sql, userId: string) => Promise<Repayments | null>;
  readonly vip: () => Vip;
  /** Throws if no domain knows the limits: nothing may leave unchecked. */
  readonly limits: () => Limits;
  /** Summed over all domains. */
  readonly limitUsed: (kind: LimitKind) => LimitUse;
  /** What all products promise out of the house's account `interest` in a currency. */
  readonly promises: (sql: Sql, currency: string) => Promise<string>;
  /** The same out of the house's account `dual`. */
  readonly dualPromises: (sql: Sql, currency: string) => Promise<string>;
  /**
   * Rejects with DomainError `sold_out` where the house's account `interest` would not cover all promises and `extra`:
   * what a sale adds. Sales of a currency wait for each other until `tx` ends, so call it before journals are posted and
   * before the promise is stored. Payouts never ask.
   */
  readonly requireCover: (tx: Transaction, currency: string, extra: string) => Promise<void>;
  readonly productHoldings: (sql: Sql, userId: string) => Promise<readonly ProductHolding[]>;
  readonly staffCommands: () => readonly StaffCommand[];
  /** Null for a call that always takes two. */
  readonly runsAlone: (callId: string) => RunsAlone | null;
  /** Null for a call that concerns no account, or names it by its UID. */
  readonly staffSubjects: (callId: string) => StaffSubjects | null;
  /** Null for a call whose changes need no more than its handler. */
  readonly changeSteps: (callId: string) => ChangeSteps | null;
  /** The handler of a staff call; null for none. */
  readonly staffHandler: (callId: string) => ((context: object, input: unknown) => Promise<unknown>) | null;
  readonly liveTopics: () => readonly LiveTopic[];
};

const reservesText = (parts: readonly string[]): string =>
  parts.length === 0
    ? ''
    : `select u.id as "userId", r.product, r.currency, r.amount from ${EACH_USER}
       cross join lateral (
         ${parts.map((part, place) => `select ${place} as place, product, currency, amount from (${part}) part${place}`).join(' union all ')}
       ) r
      order by r.place, r.product, r.currency`;

/** Reads `domains` lazily: domains are created with ports that are filled later. */
export function collectPorts(domains: readonly (DomainPorts & Pick<Domain, 'calls'>)[]): Ports {
  const promises: Ports['promises'] = async (sql, currency) =>
    sum(await Promise.all(domains.flatMap((domain) => domain.promises?.(sql, currency) ?? [])));
  /** Composed with the first read, when all domains are there. */
  let reserves: string | null = null;
  let runningChecks: readonly ((callId: string) => Promise<void>)[] | null = null;
  return {
    wantsMessage: (sql, choice) =>
      domains.flatMap(({ wantsMessage }) => wantsMessage ?? [])[0]?.(sql, choice) ?? Promise.resolve(true),
    unread: (sql, userId) => Promise.all(domains.flatMap((domain) => domain.unread?.(sql, userId) ?? [])),
    promises,
    dualPromises: async (sql, currency) =>
      sum(await Promise.all(domains.flatMap((domain) => domain.dualPromises?.(sql, currency) ?? []))),
    async requireCover(tx, currency, extra) {
      const requireNow = async () => {
        const [held, owed] = [await houseBalance(tx, 'interest', currency), await promises(tx, currency)];
        if (cmp(held, add(owed, extra)) < 0) throw new DomainError('sold_out');
      };
      // What is sold out is refused without a turn: a crowd that asks for more than there is holds up no sale.
      await requireNow();
      await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`cover of ${currency}`]);
      await requireNow();
    },
    productHoldings: async (sql, userId) =>
      (await Promise.all(domains.flatMap(({ productHoldings }) => productHoldings?.(sql, userId) ?? []))).flat(),
    staffCommands: () => domains.flatMap(({ staffCommands = [] }) => staffCommands),
    runsAlone: (callId) => domains.flatMap(({ runsAlone }) => runsAlone?.[callId] ?? [])[0] ?? null,
    staffSubjects: (callId) => domains.flatMap(({ staffSubjects }) => staffSubjects?.[callId] ?? [])[0] ?? null,
    changeSteps: (callId) => domains.flatMap(({ changeSteps }) => changeSteps?.[callId] ?? [])[0] ?? null,
    staffHandler(callId) {
      const handler = domains.flatMap(({ calls }) => calls?.[callId] ?? [])[0];
      return typeof handler === 'function' ? handler : null;
    },
    liveTopics: () => domains.flatMap(({ liveTopics = [] }) => liveTopics),
    async currencyUses(sql) {
      const parts = await Promise.all(domains.flatMap(({ currencyUses }) => currencyUses?.(sql) ?? []));
      return (code) => {
        const uses = parts.map((usesOf) => usesOf(code));
        return {
          deposits: uses.some(({ deposits }) => deposits),
          withdrawals: uses.some(({ withdrawals }) => withdrawals),
          symbols: uses.flatMap(({ symbols = [] }) => symbols),
        };
      };
    },
    async ownAccount(sql, uid, staffId) {
      for (const { ownAccount } of domains) if (await ownAccount?.(sql, uid, staffId)) return true;
      return false;
    },
    underReview: async (sql, userIds) =>
      (await Promise.all(domains.flatMap(({ underReview }) => underReview?.(sql, userIds) ?? []))).flat(),
    keptAside: async (sql, userIds) =>
      (await Promise.all(domains.flatMap(({ keptAside }) => keptAside?.(sql, userIds) ?? []))).flat(),
    async reserves(sql, userIds) {
      reserves ??= reservesText(domains.flatMap((domain) => domain.reserves ?? []));
      return reserves === '' ? [] : sql.query<Reserve>(reserves, [userIds]);
    },
    async viewPicture(member, upload) {
      for (const { viewPicture } of domains) if (await viewPicture?.(member, upload)) return true;
      return false;
    },
    async requireRunning(callId) {
      runningChecks ??= domains.flatMap((domain) => domain.requireRunning ?? []);
      for (const check of runningChecks) await check(callId);
    },
    async judgeInstrument(tx, instrument) {
      for (const { judgeInstrument } of domains) await judgeInstrument?.(tx, instrument);
    },
    async changeLot(tx, change) {
      for (const { changeLot } of domains) await changeLot?.(tx, change);
    },
    async openOrders(sql, symbol) {
      const counts = await Promise.all(domains.flatMap(({ openOrders }) => openOrders?.(sql, symbol) ?? []));
      return counts.reduce((total, count) => total + count, 0);
    },
    personalWords: async (sql, userId) =>
      (await Promise.all(domains.flatMap(({ personalWords }) => personalWords?.(sql, userId) ?? []))).flat(),
    transferFrom: (account) => domains.flatMap(({ transferFrom }) => transferFrom?.[account] ?? [])[0] ?? null,
    async obeyBrakes(userId) {
      await Promise.all(domains.map(({ obeyBrakes }) => obeyBrakes?.(userId)));
    },
    transferable: (account) => domains.flatMap(({ transferable }) => transferable?.[account] ?? [])[0] ?? null,
    firstTrade: async (sql, after) =>
      (await Promise.all(domains.flatMap(({ trades }) => trades?.first(sql, after) ?? []))).reduce(earlier, null),
    marketFills: async (sql, after, until) =>
      (await Promise.all(domains.flatMap(({ trades }) => trades?.fills?.(sql, after, until) ?? [])))
        .flat()
        .sort((a, b) => a.at - b.at),
    tradeEvents: async (sql, after, until) =>
      (await Promise.all(domains.flatMap(({ trades }) => trades?.events?.(sql, after, until) ?? []))).flat(),
    automatic: async (sql) => (await Promise.all(domains.flatMap(({ automatic }) => automatic?.(sql) ?? []))).flat(),
    yieldKinds: () => domains.flatMap(({ yieldKinds = [] }) => yieldKinds),
    vip: () => domains.flatMap(({ vip }) => vip ?? [])[0] ?? NO_VIP,
    limits() {
      const [limits] = domains.flatMap((domain) => domain.limits ?? []);
      if (!limits) throw new Error('no domain knows the limits of users');
      return limits;
    },
    limitUsed: (kind) => async (sql, userId, since) =>
      sum(await Promise.all(domains.flatMap(({ limitUses }) => limitUses?.[kind]?.(sql, userId, since) ?? []))),
    async takeOut(tx, window, now) {
      const taken: TakenOut[] = [];
      const take = async (within: TakeOutWindow) => {
        for (const { takeOut } of domains) {
          // Of all users whom compromised code met: too many to be arguments of one call.
          for (const each of (await takeOut?.(tx, within, now)) ?? []) taken.push(each);
        }
      };
      await take(window);
      const owners = taken.flatMap(({ owner, logsIn }) => (logsIn ? [owner] : []));
      // What was planted may have opened sessions after those of the window ended, and added more in them.
      if (owners.length > 0) await take({ ...window, until: now, owners });
      const users = taken.flatMap(({ owner: { kind, id } }) => (kind === 'user' ? [id] : []));
      for (const userId of new Set(users)) {
        for (const { onTakenOut } of domains) await onTakenOut?.(tx, userId, now);
      }
      return taken;
    },
    async onFreeze(userId, now) {
      const outcomes = await Promise.allSettled(domains.map(({ onFreeze }) => onFreeze?.(userId, now)));
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, 'not all of a frozen account could be stopped');
    },
    closingObstacles: async (sql, userId) =>
      (await Promise.all(domains.flatMap(({ closingObstacles }) => closingObstacles?.(sql, userId) ?? [])))
        .flat()
        .filter(({ count }) => count > 0),
    userData: () => new Map(domains.flatMap(({ userData = {} }) => Object.entries(userData))),
    async keepsMoney(sql, userId) {
      for (const { keepsMoney } of domains) await keepsMoney?.(sql, userId);
    },
    debts: async (sql, userId) =>
      (await Promise.all(domains.flatMap(({ debts }) => debts?.(sql, userId) ?? []))).flat(),
    repayments: async (sql, userId) =>
      (await Promise.all(domains.flatMap(({ repayments }) => repayments?.(sql, userId) ?? []))).find(
        (each) => each !== null,
      ) ?? null,
    async onClose(tx, userId) {
      for (const { onClose } of domains) await onClose?.(tx, userId);
    },
    recordKinds: () => new Set(domains.flatMap(({ recordKinds = [] }) => recordKinds)),
    async addressUse(sql, chain, address) {
      for (const { addressUse } of domains) {
        const use = await addressUse?.(sql, chain, address);
        if (use) return use;
      }
      return null;
    },
    wayTerms(callId) {
      const all = domains.flatMap(({ wayTerms = {} }): [string, WayTerms | undefined][] => Object.entries(wayTerms));
      const [, terms] = all.find(([id]) => id === callId) ?? [];
      if (!terms) throw new Error(`no domain says what ${callId} pays`);
      return terms;
    },
    approval() {
      const [approval] = domains.flatMap((domain) => domain.approval ?? []);
      if (!approval) throw new Error('no domain checks approvals');
      return approval;
    },
    async moneyOut(tx, leaving) {
      const judges = domains.flatMap(({ moneyOut }) => moneyOut ?? []);
      if (judges.length === 0) throw new Error('no domain judges what leaves');
      for (const judge of judges) await judge(tx, leaving);
    },
    async payeeOut(tx, leaving) {
      for (const { payeeOut } of domains) await payeeOut?.(tx, leaving);
    },
    async onMoneyOut(tx, leaving) {
      for (const { onMoneyOut } of domains) await onMoneyOut?.(tx, leaving);
    },
    unapproved: async (sql) => domains.flatMap((domain) => domain.unapproved ?? [])[0]?.(sql) ?? '0',
    payPassword() {
      const [first, second] = domains.flatMap(({ payPassword }) => payPassword ?? []);
      if (!first) throw new Error('no domain keeps payment passwords');
      if (second) throw new Error('two domains keep payment passwords');
      return first;
    },
    queues() {
      const queues = domains.flatMap((domain) => domain.queues ?? []);
      const names = queues.map(({ name }) => name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice !== undefined) throw new Error(`two queues are called ${twice}`);
      return queues;
    },
  };
}
