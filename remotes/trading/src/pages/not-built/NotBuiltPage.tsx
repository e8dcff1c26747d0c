import { useTexts } from '@tessera/i18n';
import { NotBuilt } from '@tessera/ui';
import type { ComponentType } from 'react';

/** A page that only says what it will be. `title` is a key of this remote's texts. */
export function notBuiltPage(title: string): ComponentType {
  return function NotBuiltPage() {
    return <NotBuilt title={useTexts('trading')(title)} />;
  };
}
