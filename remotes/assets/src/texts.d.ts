import type { RecordKindTexts } from '@tessera/api/wallet/texts';
import type english from './i18n/en.json';

declare module '@tessera/i18n/namespaces' {
  interface TextNamespaces {
    readonly assets: typeof english & { readonly kind: RecordKindTexts };
  }
}
