import type { VersionSummary } from '@tessera/registry-api';
import { Badge, EmptyState, SkeletonRows, Span, Text } from '@tessera/ui';
import { RadioGroup, SearchInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useNow } from '../app/use-now.ts';
import { formatBytes, formatDuration } from '../figures/format.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { useVersions } from '../registry/queries.ts';
import { texts } from '../texts.ts';
import styles from './VersionPicker.module.css';

/** Number of versions from which a search field is shown. */
const SEARCH_FROM = 8;

export type VersionPickerProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (version: string) => void;
  /** A version that cannot be chosen. */
  readonly without?: string | null | undefined;
  /** Which versions can be chosen; all by default. */
  readonly among?: (version: VersionSummary) => boolean;
};

const matches = ({ version, who, why }: VersionSummary, wanted: string): boolean =>
  `${version} ${who} ${why}`.toLowerCase().includes(wanted.trim().toLowerCase());

/** One of the published versions of a remote, newest first. */
export function VersionPicker({ name, label, value, onChange, without, among }: VersionPickerProps) {
  const query = useVersions(name);
  const { data } = query;
  const [search, setSearch] = useState('');
  const now = useNow();
  if (!data) return <Loaded query={query} compact title={texts.versions.failed} waiting={<SkeletonRows count={3} />} />;
  const offered = data.filter((each) => each.version !== without && (among?.(each) ?? true));
  if (offered.length === 0) {
    return <EmptyState compact illustration="box" title={texts.versions.none} text={texts.versions.noneText(name)} />;
  }
  const shown = offered.filter((version) => matches(version, search));
  const options = shown.map(({ version, live, who, why, publishedAt, files, bytes, withdrawn }) => ({
    value: version,
    label: (
      <span className={styles.line}>
        <span className={styles.version}>{version}</span>
        {live && <Badge tone={live === 'ramp' ? 'accent' : 'neutral'}>{texts.versions.live[live]}</Badge>}
        {withdrawn && <Badge tone="danger">{texts.versions.withdrawn(withdrawn.kind)}</Badge>}
        {version === data[0]?.version && <Badge tone="success">{texts.versions.newest}</Badge>}
      </span>
    ),
    note: (
      <span className={styles.note}>
        {why !== '' && <Span tone="normal">{why}</Span>}
        {withdrawn && (
          <Span tone="danger">{texts.versions.withdrawnNote(withdrawn.epoch, withdrawn.who, withdrawn.why)}</Span>
        )}
        <span>
          {texts.versions.note(formatDuration(now - publishedAt), who)} ·{' '}
          {texts.versions.size(files, formatBytes(bytes))}
        </span>
      </span>
    ),
  }));
  return (
    <div>
      <Text tone="normal" weight="medium" below={1}>
        {label}
      </Text>
      {offered.length >= SEARCH_FROM && (
        <SearchInput label={texts.versions.search} value={search} onChange={setSearch} />
      )}
      <div className={styles.list}>
        {shown.length === 0 ? (
          <Text size="inherit" align="center" below={5} above={5}>
            {texts.versions.noMatch}
          </Text>
        ) : (
          <RadioGroup label={label} options={options} value={value} onChange={onChange} />
        )}
      </div>
    </div>
  );
}
