/** Evaluating all modules in one task would block the page of a phone for 150 ms. */
const nextTask = () => new Promise<void>((next) => setTimeout(next));

try {
  // The page has looked what the browser lacks (`index.ejs`).
  if ('lacking' in document.documentElement.dataset) await import('./old-browser/polyfills.ts');
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  await import(/* webpackMode: "eager" */ './shell/Shell.tsx');
  await nextTask();
  await import(/* webpackMode: "eager" */ './session/session.ts');
  await nextTask();
  await import(/* webpackMode: "eager" */ './start.tsx');
} catch (error) {
  // The page itself says so, since what the host would say it with may be what is missing.
  dispatchEvent(new CustomEvent('tessera-start-failed', { detail: error }));
  throw error;
}

export {};
