import { visitArea } from '@tessera/device';
import { startTexts } from '@tessera/i18n/host';
import { illustrate } from '@tessera/ui';
import { ILLUSTRATIONS } from '@tessera/ui/illustrations';
import { createRoot } from 'react-dom/client';
import '@tessera/ui/tokens.css';
import './src/console.css';
import { Console } from './src/app/Console.tsx';
import { createServices } from './src/app/services.ts';
import { initialTheme, showTheme } from './src/app/theme.ts';

const root = document.getElementById('root');

if (root) {
  showTheme(initialTheme());
  illustrate(ILLUSTRATIONS);
  // The texts that components bring along; those of the page itself are in `src/texts.ts`.
  await startTexts('en');
  const services = createServices({
    origin: location.origin,
    fetch: (...request) => fetch(...request),
    storage: visitArea,
    now: () => Date.now(),
  });
  createRoot(root).render(<Console services={services} />);
}
