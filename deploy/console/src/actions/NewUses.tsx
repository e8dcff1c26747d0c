import { describeUse } from '@tessera/registry-api';
import { TriangleAlert } from '@tessera/ui/icons';
import { Notice } from '../notice/Notice.tsx';
import { useVersions } from '../registry/queries.ts';
import { texts } from '../texts.ts';

export type NewUsesProps = {
  readonly name: string;
  readonly version: string;
  /** The version that all clients have now; null if there is none. */
  readonly live: string | null;
};

/** What a version does with the page that the live one does not: storage, workers, globals, markup of text. */
export function NewUses({ name, version, live }: NewUsesProps) {
  const { data = [] } = useVersions(name);
  const usesOf = (wanted: string | null) => data.find((each) => each.version === wanted)?.uses;
  const before = usesOf(live);
  const added = (usesOf(version) ?? []).filter((use) => !before?.includes(use));
  if (added.length === 0) return null;
  return (
    <Notice tone="warn" icon={<TriangleAlert />} title={texts.versions.newUses(version)}>
      {live !== null && !before && <p>{texts.versions.unread}</p>}
      <ul>
        {added.map((use) => (
          <li key={use}>{describeUse(use)}</li>
        ))}
      </ul>
    </Notice>
  );
}
