import { vipContract } from '@tessera/api/vip/contract';
import { defineDomain } from '../../platform/domain.ts';
import { rememberStandings } from './standings.ts';

/** Between nodes: the levels or their holders have changed. */
const TOPIC = 'vip';
/** ms between looks for a newer version. */
const FOLLOW_EVERY = 1_000;

/** VIP levels by volume or balance: lower fees, larger withdrawals and loans. */
export const vip = defineDomain(vipContract, ({ database, nodes, log }) => {
  const standings = rememberStandings(database);
  return {
    name: 'vip',
    vip: standings,
    jobs: [
      {
        // Of what other nodes changed this one has heard, unless a message was lost.
        name: 'vip-follow',
        every: FOLLOW_EVERY,
        exclusive: false,
        run: () => standings.refresh(),
      },
    ],
    start: () =>
      nodes.onBroadcast(TOPIC, () => {
        standings.refresh().catch((err: unknown) => log.error({ err }, 'the VIP levels could not be read'));
      }),
  };
});
