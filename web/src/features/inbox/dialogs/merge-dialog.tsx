import { Loader, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { relativeTime } from '~/lib/relative-time.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { type Conversation, paths } from '../inbox-api.ts';
import type { Actions } from '../use-actions.ts';

interface MergeDialogProps {
  readonly ids: readonly string[];
  readonly actions: Actions;
  readonly onClose: () => void;
  readonly onMerged: (intoId: string) => void;
}

const shown = 20;

/** Finds the conversation into which others are merged. */
export function MergeDialog({ ids, actions, onClose, onMerged }: MergeDialogProps) {
  const { t, i18n } = useTranslation('inbox');
  const [text, setText] = useState('');
  const [into, setInto] = useState<string>();
  const [q] = useDebouncedValue(text.trim(), 200);
  const input = {
    q: q || undefined,
    filter: { mergedIntoId: { null: true } },
    sort: q === '' ? ['-lastMessageAt'] : undefined,
    limit: shown + ids.length,
    count: 'none' as const,
  };
  const { data, isFetching } = useQuery({
    queryKey: keys.list(paths.conversations, input),
    queryFn: ({ signal }) => records.list(paths.conversations, input, signal),
    placeholderData: keepPreviousData,
  });
  const found = ((data?.data ?? []) as readonly unknown[] as readonly Conversation[]).filter(
    // With several conversations selected, one of them may be the target of the merge.
    ({ _id }) => ids.length > 1 || !ids.includes(_id),
  );
  const merge = () => {
    if (into === undefined) return;
    actions.merge(
      ids.filter((id) => id !== into),
      into,
    );
    onClose();
    onMerged(into);
  };
  return (
    <FormDialog
      title={t('merge.title', { count: ids.length })}
      action={t('merge.action')}
      disabled={into === undefined}
      onSubmit={merge}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('merge.text')}
      </Text>
      <TextInput
        label={t('merge.find')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
      />
      <Radio.Group value={into ?? null} onChange={setInto} aria-label={t('merge.into')}>
        <Stack gap={8} mah={300} style={{ overflow: 'auto' }} p={2}>
          {found.slice(0, shown).map(({ _id, subject, participants, lastMessageAt }) => (
            <Radio
              key={_id}
              value={_id}
              label={subject || t('noSubject')}
              description={[
                participants?.slice(0, 2).join(', '),
                lastMessageAt && relativeTime(lastMessageAt, i18n.language),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
          {data && found.length === 0 && <Text size="sm">{t('empty.search')}</Text>}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
