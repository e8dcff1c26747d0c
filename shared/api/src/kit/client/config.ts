import type { LanguageCode } from '@tessera/bus';

/** What the host tells the client once; remotes only call. */
export type ApiConfig = {
  /** Where `/api` is: `/api`, or an absolute address of it. */
  readonly baseUrl: string;
  /** The session's token, asked for at each call. */
  token(): string | null;
  language(): LanguageCode;
  /** 999: the session that made the call is gone. Not told for a token that has been replaced since. */
  onSessionInvalid(text: string): void;
  /** 998: identity has to be verified first. */
  onVerificationRequired(text: string): void;
  /** True when a call has been under way for 800 ms, false when no such call is left. */
  onBusy(busy: boolean): void;
  readonly fetch?: typeof fetch;
};
