import { Anchor, Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Model, recordPath } from '~/metadata/model.ts';
import { titleOf } from '~/metadata/registry.ts';
import { FileName } from '../files/file-name.tsx';
import { NoteText } from '../notes/note-text.tsx';
import { isDone } from '../tasks/task-state.ts';
import { ActivityBody } from './activity-body.tsx';
import type { RecordEntry } from './entries.ts';
import { SubmissionAnswers } from './submission-answers.tsx';
import classes from './timeline.module.css';

interface RecordEntryBodyProps {
  readonly entry: RecordEntry;
  /** The model of the record that is the entry. */
  readonly model: Model;
}

/** The link of an entry. A mail of a conversation opens in the inbox, where the other mails are. */
const linkOf = ({ type, values }: RecordEntry, model: Model): object =>
  type === 'email' && typeof values.conversationId === 'string'
    ? { to: '/inbox', search: { id: values.conversationId } }
    : { to: recordPath(model, values._id) };

/** The content of a note, mail, task, file, comment, activity or submission in the timeline. */
export function RecordEntryBody({ entry, model }: RecordEntryBodyProps) {
  const { type, values } = entry;
  if (type === 'submission') return <SubmissionAnswers model={model} submission={values} />;
  return (
    <div className={classes.card}>
      {(type === 'note' || type === 'comment') && typeof values.content === 'string' ? (
        <NoteText content={values.content} lines={6} />
      ) : type === 'file' ? (
        <FileName model={model} record={values} />
      ) : (
        <LinkedBody entry={entry} model={model} />
      )}
    </div>
  );
}

function LinkedBody({ entry, model }: RecordEntryBodyProps) {
  const { t } = useTranslation('record');
  const { type, values, excerpt } = entry;
  const isDoneTask = type === 'task' && isDone(values);
  return (
    <>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Anchor component={Link} {...linkOf(entry, model)} size="sm" td={isDoneTask ? 'line-through' : undefined}>
          {titleOf(model, values)}
        </Anchor>
        {isDoneTask && (
          <Badge size="sm" variant="light" color="teal">
            {t('tasks.done')}
          </Badge>
        )}
      </Group>
      {(type === 'activity' || type === 'call') && <ActivityBody model={model} activity={values} />}
      {type === 'email' && Array.isArray(values.to) && values.to.length > 0 && (
        <Text size="xs" c="dimmed" truncate>
          {t('timeline.to', { address: values.to.join(', ') })}
        </Text>
      )}
      {excerpt && (
        <Text size="sm" lineClamp={2}>
          {excerpt}
        </Text>
      )}
    </>
  );
}
