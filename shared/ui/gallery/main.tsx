import { isLanguageCode, startTexts } from '@tessera/i18n';
import { createRoot } from 'react-dom/client';
import '../src/tokens/tokens.css';
import { Gallery } from './Gallery.tsx';

const query = new URLSearchParams(location.search);
const language = query.get('lang');
const theme = query.get('theme');
const root = document.getElementById('root');

if (root) {
  document.documentElement.dir = query.get('dir') ?? 'ltr';
  await startTexts(isLanguageCode(language) ? language : 'en');
  createRoot(root).render(
    <Gallery themes={theme ? [theme] : ['light', 'dark']} direction={query.get('direction') ?? undefined} />,
  );
}
