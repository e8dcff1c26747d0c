// `npm run chains`: the platform as `npm start` runs it, with an Ethereum and a Bitcoin of this machine beside it.
// `npm run chains -- send USDT <address> 120.5` sends test coins, `npm run chains -- mine ethereum 6` mines blocks.
import { run } from './commands.ts';
import { CHAINS, chainSettings } from './local-chains.ts';
import { startPlatform } from './start-platform.ts';

const args = process.argv.slice(2);
// Options alone are those of a start.
if (args[0] !== undefined && !args[0].startsWith('--')) {
  process.exit(await run(process.execPath, [CHAINS, ...args]));
}

let settings: Readonly<Record<string, string>> = {};
const platform = await startPlatform({
  async settings({ dataDir }) {
    settings = await chainSettings(dataDir);
    if (Object.keys(settings).length === 0) throw new Error('No local chain can run on this machine.');
    return settings;
  },
});
platform.run('chains', [CHAINS, 'serve'], settings);
const code = await run(process.execPath, [CHAINS, 'configure'], { env: { ...platform.env, ...settings } });
if (code !== 0) await platform.fail('The local chains do not start; the reason stands above.');

const at = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
const coins = [...(settings.ETHEREUM_NODE_URL ? ['USDT', 'ETH'] : []), ...(settings.BITCOIN_NODE_URL ? ['BTC'] : [])];
console.log(`Local chains are running: ${coins.join(', ')}${coins.includes('USDT') ? ' (USDT and ETH on ERC20)' : ''}.

  1. Open    ${platform.origin}/h5/#/pages/fund/receive
  2. Copy the address, then in another terminal
             ${at}npm run chains -- send ${coins[0]} <address> ${coins[0] === 'BTC' ? '0.05' : '120.5'}
  3. The screen counts the confirmations, then the deposit is credited: after 20 s on Ethereum, 30 s on Bitcoin.
${
  settings.SIGNER_SOCKET
    ? `
To withdraw (a verified account with a payment password; to 10,000 USDT a day without staff):

  1. Make an address  ${at}npm run chains -- address ${coins[0]}
  2. Withdraw to it   ${platform.origin}/h5/#/pages/fund/withdraw
  3. Look there       ${at}npm run chains -- balance ${coins[0]} <address>
`
    : ''
}
  Test keys   ${platform.dataDir}/chains/test-signer: never send real coins to these addresses.

  Blocks     ${at}npm run chains -- mine ${coins[0] === 'BTC' ? 'bitcoin' : 'ethereum'} 6   (at once, without waiting)
  Chains     ${platform.dataDir}/chains   (kept; delete the folder for new ones)
`);
