/** How Chromium is started: `path`, or the one that Playwright has downloaded. */
export const launchOptions = (path: string | undefined) => ({
  ...(path && { executablePath: path }),
  args: [
    // Chromium rejects its sandbox to root, which is what CI machines often are.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
