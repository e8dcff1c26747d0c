import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from './db/database.ts';
import type { AccountEvents } from './events/account-events.ts';
import type { Feed } from './feed/feed.ts';
import type { Calls } from './http/context.ts';
import type { CallLimits } from './http/limits.ts';
import type { Courier } from './mail/courier.ts';
import type { NodeBus } from './nodes/node-bus.ts';
import type { Settings } from './settings.ts';

/** What domains are made from; tests put their own clock, feed and courier in. */
export type Dependencies = {
  readonly settings: Settings;
  readonly database: Database;
  /** Unix ms. */
  readonly now: () => number;
  readonly feed: Feed;
  readonly accountEvents: AccountEvents;
  /** The other processes of this backend. */
  readonly nodes: NodeBus;
  readonly courier: Courier;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
};

/** One subject of the backend: the calls that it answers, and what it does by itself. */
export type Domain = {
  readonly name: string;
  readonly calls?: Calls;
  /** Routes beyond the contract's calls. */
  readonly routes?: (app: FastifyInstance, limits: CallLimits) => void;
  /** Puts in the database what has to be there; runs at every start, so it changes nothing the second time. */
  readonly seed?: () => Promise<void>;
  /** Starts recurring work; answers how to stop it. */
  readonly start?: () => () => Promise<void> | void;
};

export type DomainFactory = (dependencies: Dependencies) => Domain;
