import { Box, SegmentedControl, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { type Form, submissionsModel, submissionsPath } from '../form.ts';
import { type FormField, formFieldsOf } from '../form-field.ts';
import { answerText } from './answer-text.ts';
import { SubmissionDrawer } from './submission-drawer.tsx';

const folders = ['answers', 'spam'] as const;
/** The number of answers with a column of their own. The others share one column. */
const shownAnswers = 3;

/** The submissions of a form. Those of robots are in a separate folder. */
export function SubmissionsPanel({ form }: { readonly form: Form }) {
  const { t } = useTranslation('marketing-forms');
  const [{ folder }, setState] = useUrlState<{ folder: string; page: number }>();
  const [opened, setOpened] = useState<RecordData>();
  const model = useRegistry().find(form.modelKey ?? '');
  const isSpam = folder === 'spam';
  const asked = formFieldsOf(form, model).filter(({ type }) => type !== 'files');
  const answers = asked.slice(0, shownAnswers);
  const columns: Column[] = [
    {
      key: 'submittedAt',
      title: t('submissions.when'),
      cell: (submission) => (
        <Text
          span
          size="sm"
          c="accent"
          style={{ cursor: 'pointer' }}
          role="button"
          tabIndex={0}
          onClick={() => setOpened(submission)}
          onKeyDown={(event) => event.key === 'Enter' && setOpened(submission)}
        >
          <TimeText value={String(submission.submittedAt ?? submission.createdAt)} />
        </Text>
      ),
    },
    ...answers.map(
      (field, n): Column => ({
        key: field.key,
        title: field.label,
        wide: n > 0,
        cell: ({ data }) => answerText((data as Record<string, unknown> | null)?.[field.key], field, t),
      }),
    ),
    ...(asked.length > shownAnswers
      ? [
          {
            key: 'others',
            title: t('submissions.others'),
            wide: true,
            cell: ({ data }: RecordData) => (
              <OtherAnswers fields={asked.slice(shownAnswers)} data={(data as Record<string, unknown> | null) ?? {}} />
            ),
          },
        ]
      : []),
    {
      key: 'status',
      title: t('list.status'),
      cell: ({ status }) => <StatusBadge model={submissionsModel} value={status} />,
    },
  ];
  return (
    <Box p="md">
      <PagedTable
        label={t('tabs.submissions')}
        path={submissionsPath}
        sort={['-submittedAt']}
        filter={{ formId: form._id, status: isSpam ? 'spam' : { ne: 'spam' } }}
        columns={columns}
        controls={
          <SegmentedControl
            size="xs"
            aria-label={t('submissions.folder')}
            data={folders.map((value) => ({ value, label: t(`submissions.${value}`) }))}
            value={isSpam ? 'spam' : 'answers'}
            onChange={(value) => setState({ folder: value === 'spam' ? value : undefined, page: undefined })}
          />
        }
        empty={{
          icon: IconInbox,
          title: t(isSpam ? 'submissions.noSpam' : 'submissions.none'),
          text: t(isSpam ? 'submissions.noSpamText' : 'submissions.noneText'),
        }}
      />
      {opened && <SubmissionDrawer form={form} submission={opened} onClose={() => setOpened(undefined)} />}
    </Box>
  );
}

interface OtherAnswersProps {
  readonly fields: readonly FormField[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** The answers without a column of their own, with their questions. */
function OtherAnswers({ fields, data }: OtherAnswersProps) {
  const { t } = useTranslation('marketing-forms');
  const lines = fields.flatMap((field) => {
    const text = answerText(data[field.key], field, t);
    return text === '' ? [] : [`${field.label}: ${text}`];
  });
  return (
    <Text span size="sm" lineClamp={2} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {lines.join(' · ')}
    </Text>
  );
}
