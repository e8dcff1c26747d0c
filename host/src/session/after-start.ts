import { illustrate } from '@tessera/ui';
import { ILLUSTRATIONS } from '@tessera/ui/illustrations';
import { keepFigures } from '../app/keep-figures.ts';
import { type AppParts, startApp } from '../app/start-app.tsx';
import { surviveTranslation } from '../app/survive-translation.ts';
import { pollRelease } from '../federation/poll-release.ts';
import { followTyped } from '../shell/typed.ts';
import { announceMessages } from './announce-messages.ts';
import { forgetKeys } from './forget-keys.ts';
import { repeatLogOuts } from './late-log-out.ts';

/** What begins once the first page is on its way. */
export function afterStart({ token, ...parts }: AppParts & { readonly token: () => string | null }): void {
  illustrate(ILLUSTRATIONS);
  surviveTranslation();
  keepFigures();
  followTyped();
  announceMessages();
  repeatLogOuts(token);
  forgetKeys(token);
  pollRelease(parts.release);
  startApp(parts).catch((error) => console.warn('not all of the app was started', error));
}
