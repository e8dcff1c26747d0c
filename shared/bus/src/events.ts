import type { LanguageCode } from './languages.ts';

export type { LanguageCode };

/** The eleven fiat currencies of the product; `USD` at rate 1 is the default. */
export type FiatCode = 'USD' | 'CNY' | 'GBP' | 'HKD' | 'JPY' | 'EUR' | 'AED' | 'THB' | 'PHP' | 'SGD' | 'VND';

export type ThemeName = 'light' | 'dark';

/** How the user wants the app to look; the host carries it out. */
export type Appearance = {
  /** `system` follows the device. */
  readonly theme: ThemeName | 'system';
  /** Colours of up and down: green and red, red and green, or blue and orange, which every eye tells apart. */
  readonly direction: 'green-up' | 'red-up' | 'cb';
};

/** The user, as far as screens need it. The token itself never travels on the bus. */
export type SessionUser = {
  readonly uid: string;
  readonly accountName: string;
  readonly nickname: string;
  readonly avatar: string | null;
  /** 0 not verified, 1 basic, 2 advanced. */
  readonly verificationLevel: 0 | 1 | 2;
  readonly hasPayPassword: boolean;
};

export type Session = { readonly user: SessionUser };

export type Language = {
  readonly code: LanguageCode;
  /** BCP 47 tag for `Intl` and for `lang=""`. */
  readonly locale: string;
};

export type Fiat = {
  readonly code: FiatCode;
  /** Units of this currency for one US dollar, as a decimal string. */
  readonly rate: string;
};

export type RealtimeState = {
  readonly status: 'connecting' | 'open' | 'offline';
  /** Start of the state, Unix ms. */
  readonly since: number;
};

/** What can change of a signed-in user's. Calls declare what they read and change in the same words. */
export type AccountTopic =
  | 'balance'
  | 'order'
  | 'deposit'
  | 'withdrawal'
  | 'payee'
  | 'profile'
  | 'message'
  | 'session'
  | 'watchlist'
  | 'alert'
  | 'support'
  | 'typing';

/** Something of the signed-in user's changed; queries that read the topic are fetched again. */
export type AccountEvent = {
  readonly kind: AccountTopic;
  /** The order, deposit … concerned, if one is. */
  readonly id?: string;
  /** For `order`: its new state. For `message`: what it is about. */
  readonly status?: string;
};

export type NavigationRequest = {
  /** A route behind the hash, with its query: `/pages/fund/assets?tab=2`. */
  readonly to: string;
  readonly replace?: boolean;
};

export type ToastRequest = {
  readonly text: string;
  readonly tone?: 'info' | 'success' | 'error';
  /** ms; 1500 unless given. */
  readonly duration?: number;
};

/** What the host says, and it alone. The last value of each is kept for late listeners. */
export type StickyEvents = {
  session: Session | null;
  language: Language;
  fiat: Fiat;
  theme: ThemeName;
  appearance: Appearance;
  realtime: RealtimeState;
  /** The release epoch in force. */
  release: { readonly epoch: number };
};

/** What the host says, and it alone; late listeners do not get it. */
export type PassingEvents = {
  account: AccountEvent;
};

/** What each part of the page may ask of the host; late listeners do not get it. */
export type Requests = {
  navigate: NavigationRequest;
  toast: ToastRequest;
  'language.request': LanguageCode;
  'fiat.request': FiatCode;
  'appearance.request': Partial<Appearance>;
  /** The user wants to log out; the host ends the session on the server too. */
  'logout.request': undefined;
  /** The user's own data changed (nickname, avatar, level): the host reads it again. */
  'session.refresh': undefined;
};

export type HostEvents = StickyEvents & PassingEvents;
export type BusEvents = HostEvents & Requests;
