/* Public routes that the home page leads to; which remote serves them is the release manifest's to say. */
export const LOGIN = '/pages/common/login';
export const REGISTER = '/pages/common/register';
export const SEARCH = '/pages/market/search';
export const MARKETS = '/pages/market/market';
export const SETTINGS = '/pages/setting/setting';
export const DEPOSIT = '/pages/fund/receive';
export const WITHDRAW = '/pages/fund/withdraw';
export const TRANSFER = '/pages/fund/transfer';
export const ASSETS = '/pages/fund/assets';

export const articleLink = (id: string): string => `/pages/common/article?id=${encodeURIComponent(id)}`;
export const pairLink = (symbol: string): string => `/pages/transaction/currency?symbol=${encodeURIComponent(symbol)}`;

/** Where an item of content leads: into the app, or out through the web view. */
export const contentLink = (link: string): string =>
  link.startsWith('/') ? link : `/pages/common/webView?url=${encodeURIComponent(link)}`;
