import { ANNOUNCEMENT } from '@tessera/api/content/rules';
import { type LanguageCode, languageCodes } from '@tessera/api/rules';
import { randomUuid } from '@tessera/device';
import { Button, SkeletonRows, Stack, showToast, Text } from '@tessera/ui';
import { Field, Select, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useAction, useReading } from '../app/calls.ts';
import { Loaded } from '../notice/Loaded.tsx';
import { problemText } from '../registry/problem-text.ts';
import styles from '../support/SupportScreen.module.css';
import { texts } from '../texts.ts';
import type { Announcement } from './AnnouncementsScreen.tsx';

const words = texts.announcements;

type Draft = { readonly title: string; readonly abstract: string; readonly content: string };
const EMPTY: Draft = { title: '', abstract: '', content: '' };

const done = () => showToast(words.saved, 'success');

type FormProps = {
  /** Null of a new one. */
  readonly id: string | null;
  readonly language: LanguageCode;
  readonly before: Draft;
  readonly reason: string;
  readonly onSaved: (id: string) => void;
};

/** The text in one language. */
function TextForm({ id, language, before, reason, onSaved }: FormProps) {
  const [text, setText] = useState(before);
  /** A new one is begun once, however often saving it is tried. */
  const [clientId] = useState(() => randomUuid());
  const save = useAction('POST /staff/announcements/save', (saved) => {
    done();
    onSaved(saved.id);
  });
  const written = {
    title: text.title.trim(),
    abstract: text.abstract.trim(),
    content: text.content.trim(),
  };
  const incomplete = Object.values(written).includes('');
  const same =
    written.title === before.title && written.abstract === before.abstract && written.content === before.content;
  return (
    <Stack
      as="form"
      gap={3}
      onSubmit={(event) => {
        event.preventDefault();
        if (incomplete || same || reason === '') return;
        save.mutate({ ...(id === null ? { client_id: clientId } : { id }), language, ...written, reason });
      }}
    >
      <TextInput
        label={words.headline}
        value={text.title}
        maxLength={ANNOUNCEMENT.title}
        onChange={(title) => setText({ ...text, title })}
      />
      <TextInput
        label={words.abstract}
        helper={words.abstractHelp}
        value={text.abstract}
        maxLength={ANNOUNCEMENT.abstract}
        onChange={(abstract) => setText({ ...text, abstract })}
      />
      <Field label={words.content} helper={words.contentHelp}>
        {(ids) => (
          <textarea
            {...ids}
            className={styles.field}
            rows={10}
            dir="auto"
            maxLength={ANNOUNCEMENT.content}
            value={text.content}
            onChange={({ target }) => setText({ ...text, content: target.value })}
          />
        )}
      </Field>
      {save.error && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(save.error)}
        </Text>
      )}
      <div className={styles.tools}>
        <Button type="submit" size="s" busy={save.isPending} disabled={incomplete || same || reason === ''}>
          {words.save}
        </Button>
      </div>
    </Stack>
  );
}

/** Whether users see it, and whether it pops up. */
function Publication({ announcement, reason }: { readonly announcement: Announcement; readonly reason: string }) {
  const { id, shown, pop } = announcement;
  const show = useAction('POST /staff/announcements/show', done);
  const popUp = useAction('POST /staff/announcements/pop', done);
  const problem = show.error ?? popUp.error;
  const idle = reason === '';
  return (
    <>
      <div className={styles.tools}>
        <Button
          size="s"
          variant={shown ? 'secondary' : 'primary'}
          disabled={idle}
          busy={show.isPending}
          onClick={() => show.mutate({ id, on: !shown, reason })}
        >
          {shown ? words.withdraw : words.publish}
        </Button>
        <Button
          size="s"
          variant="secondary"
          disabled={idle}
          busy={popUp.isPending}
          onClick={() => popUp.mutate({ id, on: !pop, reason })}
        >
          {pop ? words.unpop : words.pop}
        </Button>
      </div>
      <Text breaks>{words.popHelp}</Text>
      {problem && (
        <Text tone="danger" size="inherit" role="alert">
          {problemText(problem)}
        </Text>
      )}
    </>
  );
}

type Texts = readonly (Draft & { readonly language: string })[];

function Form({
  announcement,
  written,
  onCreated,
}: {
  readonly announcement: Announcement | null;
  readonly written: Texts;
  readonly onCreated: (id: string) => void;
}) {
  const [language, setLanguage] = useState<LanguageCode>('en');
  const [why, setWhy] = useState('');
  const reason = why.trim();
  const before = written.find((each) => each.language === language);
  return (
    <section className={styles.pane} aria-label={announcement?.title ?? words.add}>
      {announcement === null ? (
        <Text breaks>{words.english}</Text>
      ) : (
        <Select
          label={words.language}
          value={language}
          options={languageCodes.map((code) => ({
            value: code,
            label: written.some((each) => each.language === code)
              ? words.languages[code]
              : `${words.languages[code]}, ${words.missing}`,
          }))}
          onChange={(code) => setLanguage(code as LanguageCode)}
        />
      )}
      <TextInput label={words.reason} helper={words.reasonHelp} value={why} maxLength={300} onChange={setWhy} />
      <TextForm
        key={language}
        id={announcement?.id ?? null}
        language={language}
        before={before ?? EMPTY}
        reason={reason}
        onSaved={(id) => announcement === null && onCreated(id)}
      />
      {announcement && <Publication announcement={announcement} reason={reason} />}
    </section>
  );
}

function Known({ announcement }: { readonly announcement: Announcement }) {
  const query = useReading('GET /staff/announcement', { id: announcement.id });
  const { data } = query;
  if (!data) return <Loaded query={query} title={words.failed} waiting={<SkeletonRows count={6} />} />;
  return <Form announcement={announcement} written={data.texts} onCreated={() => undefined} />;
}

/** An announcement: its text in each language, and its publication. A new one begins with English. */
export function AnnouncementPane({
  announcement,
  onCreated,
}: {
  readonly announcement: Announcement | null;
  readonly onCreated: (id: string) => void;
}) {
  if (announcement) return <Known announcement={announcement} />;
  return <Form announcement={null} written={[]} onCreated={onCreated} />;
}
