import type { SignerClient, SignerStatus } from '@tessera/signer-api';
import type { Sql } from '../../platform/db/database.ts';

type Asset = {
  readonly chain: string;
  readonly currency: string;
  readonly contract: string | null;
  readonly decimals: number;
  readonly identity: string | null;
  readonly confirmations: number | null;
  readonly finality: string | null;
};

const assetsOf = ({ chains }: SignerStatus): Asset[] =>
  chains.flatMap(({ chain, identity, confirmations, finality, assets }) =>
    assets.map(({ asset, contract, decimals }) => ({
      chain,
      currency: asset,
      contract,
      decimals,
      identity,
      confirmations,
      finality,
    })),
  );

/**
 * Writes down what the signer's configuration names, for as long as it does not respond: what was written last holds
 * then. Chains that the platform does not know are left out.
 */
export async function noteSignerAssets(sql: Sql, signer: SignerClient): Promise<void> {
  const status = await signer.status().catch(() => null);
  if (!status) return;
  await sql.query(
    `with named as (
       select a.* from jsonb_to_recordset($1::jsonb) as a (chain text, currency text, contract text, decimals int,
                                                           identity text, confirmations int, finality text)
         join chain c on c.name = a.chain),
     gone as (
       delete from signer_asset s
        where not exists (select from named n where n.chain = s.chain and n.currency = s.currency))
     insert into signer_asset as s select * from named
     on conflict (chain, currency) do update
        set contract = excluded.contract, decimals = excluded.decimals, identity = excluded.identity,
            confirmations = excluded.confirmations, finality = excluded.finality
      where (s.contract, s.decimals, s.identity, s.confirmations, s.finality) is distinct from
            (excluded.contract, excluded.decimals, excluded.identity, excluded.confirmations, excluded.finality)`,
    [JSON.stringify(assetsOf(status))],
  );
}
