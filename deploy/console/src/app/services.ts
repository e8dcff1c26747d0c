import { type ApiConfig, createApiClient, proofFor } from '@tessera/api';
import type { StaffChatCall, StaffChatInput, StaffChatOutput } from '@tessera/api/chat';
import type { StaffContentCall, StaffContentInput, StaffContentOutput } from '@tessera/api/content';
import type {
  StaffHalt,
  StaffInstrumentChange,
  StaffInstrumentOutcome,
  StaffInstruments,
} from '@tessera/api/instruments';
import type { StaffServiceCall, StaffServiceInput, StaffServiceOutput } from '@tessera/api/site';
import type {
  StaffChangeCall,
  StaffChangeInput,
  StaffChangeOutput,
  StaffConfirmation,
  StaffEnrolled,
  StaffEnrolment,
  StaffFirstFactor,
  StaffLogin,
  StaffMachineCall,
  StaffMachineInput,
  StaffMachineOutput,
  StaffMember,
  StaffOwnCall,
  StaffOwnInput,
  StaffOwnOutput,
  StaffQueueCall,
  StaffQueueInput,
  StaffQueueOutput,
  StaffSignedIn,
} from '@tessera/api/staff';
import type { StaffSupportCall, StaffSupportInput, StaffSupportOutput } from '@tessera/api/support';
import type { StaffTreasuryCall, StaffTreasuryInput, StaffTreasuryOutput } from '@tessera/api/treasury';
import type { StaffPayoutCall, StaffPayoutInput, StaffPayoutOutput } from '@tessera/api/withdrawals';
import type { Area } from '@tessera/device';
import { QueryClient } from '@tessera/query';
import { createRegistryClient, type RegistryClient } from '@tessera/registry-api';
import { createContext, useContext } from 'react';
import type { Credentials } from '../session/log-in-step.ts';
import { createSessionStore, type SessionStore } from '../session/staff-session.ts';

/** External dependencies of the page. */
export type Surroundings = {
  /** Origin of the page, which `/api` and `/registry` are on as well. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  /** Instead of XMLHttpRequest, which uploads by default. */
  readonly transmit?: ApiConfig['transmit'];
  /** Of the tab. */
  readonly storage: Area;
  /** Unix ms. */
  readonly now: () => number;
};

export type StaffCall =
  | StaffSupportCall
  | StaffChatCall
  | StaffQueueCall
  | StaffContentCall
  | StaffServiceCall
  | StaffTreasuryCall
  | StaffPayoutCall
  | StaffChangeCall
  | StaffOwnCall
  | StaffMachineCall;
export type StaffCallInput<K extends StaffCall> = K extends StaffSupportCall
  ? StaffSupportInput<K>
  : K extends StaffChatCall
    ? StaffChatInput<K>
    : K extends StaffQueueCall
      ? StaffQueueInput<K>
      : K extends StaffContentCall
        ? StaffContentInput<K>
        : K extends StaffServiceCall
          ? StaffServiceInput<K>
          : K extends StaffTreasuryCall
            ? StaffTreasuryInput<K>
            : K extends StaffPayoutCall
              ? StaffPayoutInput<K>
              : K extends StaffChangeCall
                ? StaffChangeInput<K>
                : K extends StaffMachineCall
                  ? StaffMachineInput<K>
                  : K extends StaffOwnCall
                    ? StaffOwnInput<K>
                    : never;
export type StaffCallOutput<K extends StaffCall> = K extends StaffSupportCall
  ? StaffSupportOutput<K>
  : K extends StaffChatCall
    ? StaffChatOutput<K>
    : K extends StaffQueueCall
      ? StaffQueueOutput<K>
      : K extends StaffContentCall
        ? StaffContentOutput<K>
        : K extends StaffServiceCall
          ? StaffServiceOutput<K>
          : K extends StaffTreasuryCall
            ? StaffTreasuryOutput<K>
            : K extends StaffPayoutCall
              ? StaffPayoutOutput<K>
              : K extends StaffChangeCall
                ? StaffChangeOutput<K>
                : K extends StaffMachineCall
                  ? StaffMachineOutput<K>
                  : K extends StaffOwnCall
                    ? StaffOwnOutput<K>
                    : never;

export type Services = {
  readonly origin: string;
  readonly now: () => number;
  readonly session: SessionStore;
  readonly logIn: (input: StaffLogin) => Promise<StaffSignedIn>;
  readonly beginPasskey: () => Promise<{ readonly options: string }>;
  readonly beginFactor: (credentials: Credentials) => Promise<StaffEnrolment>;
  readonly confirmFactor: (proof: StaffFirstFactor) => Promise<StaffEnrolled>;
  readonly logOut: () => Promise<unknown>;
  readonly member: (signal: AbortSignal) => Promise<StaffMember>;
  /** Proves the second factor again: what changes trading asks for it. */
  readonly confirm: (proof: StaffConfirmation) => Promise<unknown>;
  /** Null options: the member has no passkey. */
  readonly beginConfirm: () => Promise<{ readonly options: string | null }>;
  readonly instruments: (signal: AbortSignal) => Promise<StaffInstruments>;
  readonly changeInstrument: (input: StaffInstrumentChange) => Promise<StaffInstrumentOutcome<'change'>>;
  readonly haltInstrument: (input: StaffHalt) => Promise<StaffInstrumentOutcome<'halt'>>;
  readonly resumeInstrument: (input: StaffHalt) => Promise<StaffInstrumentOutcome<'resume'>>;
  /** The calls of customer service, of moderators of the chat rooms, of the review queues, of announcements, of services, of the treasury and of changes that take two members. */
  readonly call: <K extends StaffCall>(
    callId: K,
    input: StaffCallInput<K>,
    signal?: AbortSignal,
  ) => Promise<StaffCallOutput<K>>;
  /** Uploads a picture for a reply of customer service; returns its location. */
  readonly uploadPicture: (file: File) => Promise<string>;
  /** A private picture of a conversation or an item that is this member's. */
  readonly picture: (location: string, signal: AbortSignal) => Promise<Blob>;
  readonly registry: RegistryClient;
  readonly queries: QueryClient;
};

/** A session begins with the call, bound to a key of this browser. */
const OPENS = { opens: true } as const;
/** A release waits for the compatibility gate; reads are fast. */
const REGISTRY_TIMEOUT_MS = { read: 8_000, release: 30_000 } as const;

export function createServices({ origin, fetch, transmit, storage, now }: Surroundings): Services {
  const session = createSessionStore(storage, now);
  const exchange = createApiClient({
    baseUrl: `${origin}/api`,
    fetch,
    ...(transmit && { transmit }),
    token: session.token,
    language: () => 'en',
    onSessionInvalid: () => session.close('ended'),
    onVerificationRequired: () => undefined,
    onBusy: () => undefined,
  });
  const registry = createRegistryClient({
    origin,
    fetch,
    token: session.token,
    prove: proofFor,
    timeoutMs: REGISTRY_TIMEOUT_MS,
    // A response to an older session does not apply to this one.
    onSessionInvalid: (token) => {
      if (token === session.token()) session.close(token === null ? 'expired' : 'ended');
    },
  });
  const queries = new QueryClient({
    defaultOptions: {
      // The network is detected by requests: the registry may be on this machine.
      queries: { retry: false, networkMode: 'always', staleTime: 0 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const logIn = (input: StaffLogin) => exchange.send<StaffSignedIn>('POST /staff/login', input, OPENS);
  const beginPasskey = () => exchange.send<{ readonly options: string }>('POST /staff/passkey/begin', {});
  const beginFactor = (input: Credentials) => exchange.send<StaffEnrolment>('POST /staff/factor/begin', input);
  const confirmFactor = (input: StaffFirstFactor) =>
    exchange.send<StaffEnrolled>('POST /staff/factor/confirm', input, OPENS);
  const logOut = () => exchange.send('POST /staff/logout', {});
  const member = (signal: AbortSignal) => exchange.send<StaffMember>('GET /staff/me', {}, { signal });
  return {
    origin,
    now,
    session,
    logIn,
    beginPasskey,
    beginFactor,
    confirmFactor,
    logOut,
    member,
    confirm: (proof) => exchange.send('POST /staff/confirm', proof),
    beginConfirm: () => exchange.send<{ readonly options: string | null }>('POST /staff/confirm/begin', {}),
    instruments: (signal) => exchange.send<StaffInstruments>('GET /staff/instruments', {}, { signal }),
    changeInstrument: (input) =>
      exchange.send<StaffInstrumentOutcome<'change'>>('POST /staff/instruments/change', input),
    haltInstrument: (input) => exchange.send<StaffInstrumentOutcome<'halt'>>('POST /staff/instruments/halt', input),
    resumeInstrument: (input) =>
      exchange.send<StaffInstrumentOutcome<'resume'>>('POST /staff/instruments/resume', input),
    call: (callId, input, signal) => exchange.send(callId, input, { signal }),
    uploadPicture: (file) => exchange.upload(file, { path: '/staff/support/picture' }),
    picture: (location, signal) => exchange.download(location, { signal }),
    registry,
    queries,
  };
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('this component is used outside of ServicesProvider');
  return services;
}
