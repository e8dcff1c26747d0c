import type { TextNamespaces } from './namespaces.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly defaultNS: 'common';
    readonly resources: TextNamespaces;
    readonly returnNull: false;
  }
}
