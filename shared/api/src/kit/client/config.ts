import type { LanguageCode } from '@tessera/bus';

/** Limit for requests, sockets, uploads and downloads, in ms. */
export const TIMEOUT_MS = 60_000;

export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Does not count as waiting: polling and other work behind the screen. */
  readonly quiet?: boolean;
};

export type UploadOptions = CallOptions & {
  /** Part of the file that was sent, from 0 to 1. */
  readonly onProgress?: (ratio: number) => void;
  /** Path of another call that takes a file; `/upload` by default. */
  readonly path?: `/${string}`;
};

/** A response as read off the wire. */
export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Of a download that succeeded, in place of the body. */
  readonly file?: Blob;
};

export type Transmission = {
  readonly body: FormData;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Part of the body that was sent, from 0 to 1. */
  readonly onProgress: (ratio: number) => void;
};

/** POSTs a file and reports how much of it was sent. */
export type Transmit = (url: string, transmission: Transmission) => Promise<Received>;

/** Configuration set once by the host. */
export type ApiConfig = {
  /** Where `/api` is: `/api`, or an absolute address of it. */
  readonly baseUrl: string;
  /** The session's token, read for each call. */
  token(): string | null;
  language(): LanguageCode;
  /** 999: the session of the call has ended. Not called for a token that has been replaced since. */
  onSessionInvalid(text: string): void;
  /** 998: identity has to be verified first. */
  onVerificationRequired(text: string): void;
  /**
   * A command has opened a session (`opens` of its route); `output` is what the contract says, `input` what was sent. The
   * host begins it: no screen hands it a token. Without this, none begins.
   */
  onSessionOpened?(output: { readonly token: string }, input: { readonly remember?: boolean }): void;
  /** True when a call is pending for 800 ms, false when none is left. */
  onBusy(busy: boolean): void;
  readonly fetch?: typeof fetch;
  /** Instead of XMLHttpRequest, which uploads by default. */
  readonly transmit?: Transmit;
};
