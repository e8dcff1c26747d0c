import type { SignerStatus } from '@tessera/signer-api';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';

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
 * Writes down what the signer's configuration names: it holds for as long as the signer does not respond. Chains that the
 * platform does not know are left out.
 */
export async function noteSignerAssets(sql: Sql, status: SignerStatus): Promise<void> {
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

type Named = { readonly [Field in Exclude<keyof Asset, 'chain' | 'currency'>]?: Asset[Field] | undefined };

/** The field of a change that the signer names otherwise; null where it names none of them so. */
function differing(named: Asset, { contract, decimals, identity, finality }: Named): string | null {
  if (contract !== undefined && contract !== named.contract) return 'contract';
  if (decimals !== undefined && decimals !== named.decimals) return 'decimals';
  if (identity != null && named.identity !== null && identity !== named.identity) return 'identity';
  return finality === 'confirmations' && named.finality === 'finalized' ? 'finality' : null;
}

/**
 * Rejects a change to what the signer's configuration names otherwise, of a currency or of the whole chain: nothing would be
 * credited by it. Who means it changes the signer first.
 */
export async function requireAsSigner(
  sql: Sql,
  { chain, currency = null }: { readonly chain: string; readonly currency?: string | null },
  change: Named,
): Promise<void> {
  const assets = await sql.query<Asset>(
    `select chain, currency, contract, decimals, identity, confirmations, finality from signer_asset
      where chain = $1 and ($2::text is null or currency = $2)`,
    [chain, currency],
  );
  for (const named of assets) {
    const field = differing(named, change);
    if (field !== null) throw new DomainError('signer_differs', { field });
    const least = named.confirmations ?? 0;
    if (change.confirmations != null && change.confirmations < least) {
      throw new DomainError('field_too_small', { field: 'confirmations', params: { min: least } });
    }
  }
}
