import { bus } from '@tessera/bus/host';
import { addTexts, directionOf, isLanguageCode, localeOf } from '@tessera/i18n';
import common from '@tessera/i18n/common';
import { startTexts } from '@tessera/i18n/host';
import { pseudoTexts } from '@tessera/i18n/pseudo';
import { illustrate } from '@tessera/ui';
import { ILLUSTRATIONS } from '@tessera/ui/illustrations';
import { createRoot } from 'react-dom/client';
import '../src/tokens/tokens.css';
import { Gallery } from './Gallery.tsx';

const query = new URLSearchParams(location.search);
const asked = query.get('lang');
const language = isLanguageCode(asked) ? asked : 'en';
const theme = query.get('theme');
const root = document.getElementById('root');

if (root) {
  illustrate(ILLUSTRATIONS);
  document.documentElement.dir = query.get('dir') ?? directionOf(language);
  // Figures are written as the language writes them.
  bus.emit('language', { code: language, locale: localeOf(language) });
  await startTexts(language);
  if (asked === 'pseudo') await addTexts('common', async () => ({ default: pseudoTexts(common) }));
  createRoot(root).render(
    <Gallery themes={theme ? [theme] : ['light', 'dark']} direction={query.get('direction') ?? undefined} />,
  );
}
