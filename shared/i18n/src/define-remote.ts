import { addTexts, type PageLoader, type RemoteModule, type TextLoader } from '@tessera/i18n';

/*
 * In the bundle of each remote, not in the page: a remote runs in the page of a former host as well, which knows loaders of
 * pages alone.
 */

/** A page that shows texts of parts of its remote: they are fetched beside it. */
type PageOfParts<Part extends string> = { readonly load: PageLoader; readonly texts: readonly Part[] };

/** What a remote states of itself. */
type RemoteDeclaration<Part extends string = never> = {
  /** The name in the remote's descriptor; its texts live in the namespace of that name. */
  readonly name: string;
  readonly texts: TextLoader;
  /**
   * Namespaces of parts with texts of their own, so that a visitor of one loads no texts of the others: `finance/loans`
   * is `src/loans/i18n` of finance. One of a shared package has its name there.
   */
  readonly parts?: Readonly<Record<Part, TextLoader>>;
  /** One for each `module` of the descriptor's routes: the folder of the screen below `src/pages`. */
  readonly pages: Readonly<Record<string, PageLoader | PageOfParts<Part>>>;
};

/** A remote's exposed module. */
export function defineRemote<Part extends string = never>(remote: RemoteDeclaration<Part>): RemoteModule {
  const { name, texts, parts, pages } = remote;
  const loaderOf = (page: PageLoader | PageOfParts<Part>): PageLoader =>
    typeof page === 'function'
      ? page
      : async () => {
          const fetched = page.texts.map((part) => addTexts(part, (parts as Record<Part, TextLoader>)[part]));
          const [loaded] = await Promise.all([page.load(), ...fetched]);
          return loaded;
        };
  return { name, texts, pages: Object.fromEntries(Object.entries(pages).map(([key, page]) => [key, loaderOf(page)])) };
}
