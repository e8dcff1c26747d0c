import { Button, Inline, SkeletonRows } from '@tessera/ui';
import { Lock } from '@tessera/ui/icons';
import { useState } from 'react';
import { Loaded } from '../notice/Loaded.tsx';
import { Notice, Outdated } from '../notice/Notice.tsx';
import { mayChangeTerms } from '../session/rights.ts';
import { TabStrip } from '../support/TabStrip.tsx';
import { texts } from '../texts.ts';
import { Movements, Overview, Wallets } from './Overview.tsx';
import { Payouts } from './Payouts.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { useTreasury } from './queries.ts';

const words = texts.treasury;

const TABS = ['overview', 'wallets', 'movements', 'payouts'] as const;
type Tab = (typeof TABS)[number];

function Reading({ tab }: { readonly tab: Exclude<Tab, 'payouts'> }) {
  const query = useTreasury();
  const { data, error } = query;
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={8} />} />;
  return (
    <>
      <Outdated error={error} title={words.failed} />
      {tab === 'overview' && <Overview treasury={data} />}
      {tab === 'wallets' && <Wallets treasury={data} />}
      {tab === 'movements' && <Movements treasury={data} />}
    </>
  );
}

function Desk() {
  const [tab, setTab] = useState<Tab>('overview');
  const [proposing, setProposing] = useState(false);
  return (
    <>
      <Inline gap={4} wrap between below={4}>
        <TabStrip label={words.title} tabs={TABS} chosen={tab} names={words.tab} counts={{}} onChoose={setTab} />
        <Button size="s" onClick={() => setProposing(true)}>
          {words.propose}
        </Button>
      </Inline>
      {tab === 'payouts' ? <Payouts /> : <Reading tab={tab} />}
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </>
  );
}

/** What the platform holds against what it owes, and the payments of the signer. */
export function TreasuryScreen({ role }: { readonly role: string }) {
  if (mayChangeTerms(role)) return <Desk />;
  return (
    <Notice tone="info" icon={<Lock />}>
      <p>{words.role}</p>
    </Notice>
  );
}
