import { addTexts, type PageLoader, type TextLoader } from '@tessera/i18n';

/**
 * A page of a domain with a namespace of its own, which is fetched beside the page: a visitor of one domain loads no
 * texts of the others. The namespace is declared in `<domain>/texts.d.ts`.
 */
export const withTexts =
  (namespace: string, texts: TextLoader, page: PageLoader): PageLoader =>
  async () => {
    const [loaded] = await Promise.all([page(), addTexts(namespace, texts)]);
    return loaded;
  };
