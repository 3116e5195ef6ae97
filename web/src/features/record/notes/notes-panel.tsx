import { Button, Skeleton, Stack } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconNote, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { type Link, useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { useLinkedRecords } from '../linked-records.ts';
import { MoreRecords } from '../parts/more-records.tsx';
import { NoteCard } from './note-card.tsx';
import { notesInput } from './notes-input.ts';

const NoteEditor = lazy(() => import('./note-editor.tsx'));

interface NotesPanelProps {
  readonly links: readonly Link[];
  readonly id: string;
}

export function NotesPanel({ links, id }: NotesPanelProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const can = useCan();
  const input = notesInput(links);
  const [limit, setLimit] = useState(input.limit);
  const notes = useLinkedRecords(links, id, { ...input, limit });
  // The text survives a visit to another tab of the page.
  const [draft, setDraft, forgetDraft] = useSessionStorage({ key: `atrium-note-${id}`, defaultValue: '' });
  const [writing, setWriting] = useState(false);
  const target = links.find(({ model }) => can.write(model));
  const rows = notes.rows.toSorted(
    (a, b) =>
      Number(b.record.pinned === true) - Number(a.record.pinned === true) ||
      b.record.createdAt.localeCompare(a.record.createdAt),
  );

  const create = async ({ model, field }: Link, content: string) => {
    await records.create(model.path, { [field.key]: id, content });
    forgetDraft();
    setWriting(false);
  };
  const write = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => setWriting(true)}>
      {t(draft === '' ? 'notes.add' : 'notes.goOn')}
    </Button>
  );
  return (
    <Stack gap="sm" maw={760}>
      {target && writing && (
        <Suspense fallback={<Skeleton h={160} />}>
          <NoteEditor
            content={draft}
            maxLength={registry.field(target.model, 'content')?.maxLength ?? Number.POSITIVE_INFINITY}
            onText={setDraft}
            onSave={(content) => create(target, content)}
            onCancel={() => {
              forgetDraft();
              setWriting(false);
            }}
          />
        </Suspense>
      )}
      {target && !writing && rows.length > 0 && <div>{write}</div>}
      {notes.error !== null && <ErrorState error={notes.error} onRetry={notes.retry} />}
      {notes.isPending && <Skeleton h={90} />}
      {!notes.isPending && notes.error === null && rows.length === 0 && !writing && (
        <EmptyState
          icon={IconNote}
          title={t('notes.empty')}
          text={target ? t('notes.emptyText') : undefined}
          action={target && write}
        />
      )}
      <Suspense fallback={<Skeleton h={90} />}>
        {rows.map((note) => (
          <NoteCard key={note.record._id} note={note} />
        ))}
      </Suspense>
      <MoreRecords links={links} id={id} records={notes} limit={limit} onLimit={setLimit} />
    </Stack>
  );
}
