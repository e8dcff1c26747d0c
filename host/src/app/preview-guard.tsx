import { text } from '@tessera/i18n';
import type { Preview } from '@tessera/manifest';
import { showToast } from '@tessera/ui';
import { createRoot } from 'react-dom/client';
import type { PreviewGuard } from '../federation/overrides.ts';
import { addAppTexts } from './all-texts.ts';
import { PreviewQuestion } from './PreviewQuestion.tsx';

/** ms; the screens load meanwhile. */
const SAID_FOR = 6_000;

function answered(previews: readonly Preview[]): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise<boolean>((decide) => {
    root.render(<PreviewQuestion previews={previews} onAnswer={decide} />);
  }).finally(() => {
    root.unmount();
    place.remove();
  });
}

export const previewGuard: PreviewGuard = {
  async ask(previews) {
    await addAppTexts();
    return answered(previews);
  },
  async over() {
    await addAppTexts();
    showToast(text('app:preview.over'), 'info', SAID_FOR);
  },
};
