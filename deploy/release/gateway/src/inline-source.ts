/** Comments that begin a line, to their end; empty lines; the indentation of every other one. */
const NO_CODE = /^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n|^[ \t]*(?:\/\/.*)?\n|^[ \t]+/gm;

/**
 * Source text without comments and indentation, for scripts that travel with each page. They must hold no text of
 * several lines, which would lose its indentation.
 */
export const withoutComments = (source: string): string => source.replace(NO_CODE, '');
