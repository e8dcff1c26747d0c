import browserslist from 'browserslist';
import { browserslistToTargets, type Targets } from 'lightningcss';

/**
 * The oldest browsers that the product is built for, as browserslist queries. A WebView of Android is as old as the
 * Chrome that it is made of; all browsers of an iPhone are Safari. `docs/browsers.md` says it to people.
 */
export const OLDEST_BROWSERS: readonly string[] = [
  'chrome >= 100',
  'edge >= 100',
  'samsung >= 19',
  'firefox >= 115',
  'safari >= 16.4',
  'ios_saf >= 16.4',
];

/** The version of ECMAScript that all of them read, without what the build would have to write differently. */
export const OLDEST_SYNTAX = 2022;

/** The same for the compiler of style sheets. */
export const styleTargets = (): Targets => browserslistToTargets(browserslist([...OLDEST_BROWSERS]));
