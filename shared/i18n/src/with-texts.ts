import { addTexts, type PageLoader, type TextLoader } from '@tessera/i18n';

/** A part of a screen that is loaded later, with texts of its own; those of a page are a field of its declaration. */
export const withTexts =
  (namespace: string, texts: TextLoader, page: PageLoader): PageLoader =>
  async () => {
    const [loaded] = await Promise.all([page(), addTexts(namespace, texts)]);
    return loaded;
  };
