import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { FileName } from '../files/file-name.tsx';
import { NoteText } from '../notes/note-text.tsx';
import { isDone } from '../tasks/task-state.ts';
import type { RecordEntry } from './entries.ts';
import { SubmissionAnswers } from './submission-answers.tsx';
import classes from './timeline.module.css';

const maxPreview = 300;

/** The link of an entry. A mail of a conversation opens in the inbox, where the other mails are. */
const linkOf = (kind: RecordEntry['kind'], model: Model, record: RecordData): object =>
  kind === 'emails' && typeof record.conversationId === 'string'
    ? { to: '/inbox', search: { id: record.conversationId } }
    : { to: recordPath(model, record._id) };

/** The content of a note, mail, task, file, comment or submission in the timeline. */
export function RecordEntryBody({ entry: { kind, model, record } }: { readonly entry: RecordEntry }) {
  const { t } = useTranslation('record');
  const content = record.content;
  const title = titleOf(model, record);
  if ((kind === 'notes' || kind === 'comments') && typeof content === 'string')
    return (
      <div className={classes.card}>
        <NoteText content={content} lines={6} />
      </div>
    );
  if (kind === 'submissions') return <SubmissionAnswers model={model} submission={record} />;
  if (kind === 'files')
    return (
      <div className={classes.card}>
        <FileName model={model} record={record} />
      </div>
    );
  return (
    <div className={classes.card}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Anchor
          component={Link}
          {...linkOf(kind, model, record)}
          size="sm"
          td={kind === 'tasks' && isDone(record) ? 'line-through' : undefined}
        >
          {title}
        </Anchor>
        {kind === 'tasks' && isDone(record) && (
          <Badge size="sm" variant="light" color="teal">
            {t('tasks.done')}
          </Badge>
        )}
      </Group>
      {kind === 'emails' && Array.isArray(record.to) && record.to.length > 0 && (
        <Text size="xs" c="dimmed" truncate>
          {t('timeline.to', { address: record.to.join(', ') })}
        </Text>
      )}
      {kind === 'emails' && typeof record.text === 'string' && record.text !== '' && (
        <Text size="sm" lineClamp={2}>
          {record.text.slice(0, maxPreview)}
        </Text>
      )}
    </div>
  );
}
