/** Evaluating all modules in one task would block the page of a phone for 150 ms. */
const nextTask = () => new Promise<void>((next) => setTimeout(next));

await import(/* webpackMode: "eager" */ 'react-dom/client');
await nextTask();
await import(/* webpackMode: "eager" */ './shell/Shell.tsx');
await nextTask();
await import(/* webpackMode: "eager" */ './session/session.ts');
await nextTask();
await import(/* webpackMode: "eager" */ './start.tsx');

export {};
