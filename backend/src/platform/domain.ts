import type { Call, Output, ReadInput } from '@tessera/api/kit';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Database, Sql } from './db/database.ts';
import type { AccountEvents } from './events/account-events.ts';
import type { Feed } from './feed/feed.ts';
import type { CallContext, KeyedContext } from './http/context.ts';
import type { EncodedOutput } from './http/encoded.ts';
import type { Job } from './jobs/job.ts';
import type { CallLimiter } from './limits/call-limits.ts';
import type { Courier } from './mail/courier.ts';
import type { MarketClient } from './market/desk-types.ts';
import type { Market } from './market/market.ts';
import { noteWait } from './market/venue-lead.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { NodeBus } from './nodes/node-bus.ts';
import { collectPorts, type DomainPorts, type Ports } from './ports.ts';
import { createRequestProofs, type RequestProofs } from './session/request-proof.ts';
import { rememberSessions, type SessionCache } from './session/session-cache.ts';
import type { Settings } from './settings.ts';

/** Dependencies of the backend; tests inject their own clock, feed and courier. */
export type Surroundings = {
  readonly settings: Settings;
  readonly database: Database;
  /** Unix ms: the database's clock as this node knows it, which is a little behind after the node stood still. */
  readonly now: () => number;
  /** The database's clock, read at this moment; Unix ms. For what a few seconds would decide. */
  readonly databaseNow: (sql: Sql) => Promise<number>;
  /** What is listed; followed while the process runs. */
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  /** Takes the commands of the domains that trade; their `marketClient` runs them where the market is. */
  readonly market: Pick<Market, 'submit'>;
  /** To listen to. Domains send events with `notify` of a transaction. */
  readonly accountEvents: Pick<AccountEvents, 'listen'>;
  /** The other processes of this backend. */
  readonly nodes: NodeBus;
  readonly courier: Courier;
  /** For metrics of a domain; the platform measures calls and jobs. */
  readonly metrics: Metrics;
  /** Resolves once the index has followed what a caller can have seen at its venues; see `venue-lead.ts`. */
  readonly followed: () => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/** What domains are made from. */
export type Dependencies = Surroundings & {
  /** Contributions of the domains to each other. Usable once all domains exist, such as during a call. */
  readonly ports: Ports;
  /** Of the requests that come in over HTTP and realtime: each is taken once. */
  readonly requestProofs: RequestProofs;
  /** Sessions of this node's calls, files and realtime connections: however many ask at once, each is read once. */
  readonly sessions: SessionCache;
};

type AnyCalls = Readonly<Record<string, Call>>;

/** The handlers of a domain's calls: context and input follow from the contract, and so does what they return. */
export type Handlers<C extends AnyCalls> = {
  readonly [K in keyof C]?:
    | ((
        context: CallContext<C[K]>,
        input: ReadInput<C[K]>,
      ) => Promise<C[K]['idempotent'] extends true ? Output<C[K]> : Output<C[K]> | EncodedOutput<Output<C[K]>>>)
    | KeyedHandler<C[K]>;
};

/**
 * The handler of a call with an idempotency key whose effect commits together with those of others: there is no
 * transaction for it alone. What it hands `use` to writes the key's row with the effect, or finds it written.
 */
type KeyedHandler<C extends Call> = C['idempotent'] extends true
  ? { readonly keyed: (context: KeyedContext<C>, input: ReadInput<C>) => Promise<Output<C>> }
  : never;

/** Handlers with erased types: they are checked at their definition. */
type AnyFunction = (context: object, input: unknown) => Promise<unknown>;
export type AnyHandler = AnyFunction | { readonly keyed: AnyFunction };

/** A domain: its calls, its port contributions and its jobs. */
export type Domain = DomainPorts & {
  readonly name: string;
  /** By call id. A call of the contract without a handler is not built. */
  readonly calls?: Readonly<Record<string, AnyHandler>>;
  /** Calls of the contract that `routes` serves: their bodies are no forms. */
  readonly serves?: readonly string[];
  /** Routes beyond the contract's calls with handlers. */
  readonly routes?: (app: FastifyInstance, limiter: CallLimiter) => void;
  /** Seeds the database; runs on every start, so it must be idempotent. */
  readonly seed?: () => Promise<void>;
  /** Work at an interval, and handlers of queued work. */
  readonly jobs?: readonly Job[];
  /** Runs this domain's commands where the market is, and holds its orders there. */
  readonly marketClient?: MarketClient;
  /** Opens connections and subscriptions. Returns what ends them. */
  readonly start?: () => () => Promise<void> | void;
};

export type DomainFactory = (dependencies: Dependencies) => Domain;

type DomainOf<C extends AnyCalls> = Omit<Domain, 'calls' | 'serves'> & {
  readonly calls?: Handlers<C>;
  readonly serves?: readonly (keyof C & string)[];
};

/** A domain whose handlers are typed by its own contract. */
export const defineDomain =
  <const C extends AnyCalls>(_contract: C, make: (dependencies: Dependencies) => DomainOf<C>): DomainFactory =>
  (dependencies) =>
    make(dependencies) as Domain;

/** Makes all domains, with their ports. */
export function makeDomains(
  factories: readonly DomainFactory[],
  surroundings: Surroundings,
): { readonly domains: readonly Domain[]; readonly dependencies: Dependencies } {
  const domains: Domain[] = [];
  const dependencies = {
    ...surroundings,
    followed: noteWait(surroundings.followed),
    ports: collectPorts(domains),
    requestProofs: createRequestProofs(surroundings),
    sessions: rememberSessions(surroundings),
  };
  for (const factory of factories) domains.push(factory(dependencies));
  return { domains, dependencies };
}
