import type english from './i18n/en.json';

declare module '@tessera/i18n/namespaces' {
  interface TextNamespaces {
    readonly 'trading/plans': typeof english;
  }
}
