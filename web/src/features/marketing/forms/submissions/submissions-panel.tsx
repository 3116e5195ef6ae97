import { Box, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { type Column, PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { type Form, submissionsModel, submissionsPath } from '../form.ts';
import { formFieldsOf } from '../form-field.ts';
import { answerText } from './answer-text.ts';
import { SubmissionDrawer } from './submission-drawer.tsx';

const folders = ['answers', 'spam'] as const;
/** More columns would not fit beside the time and the state. */
const shownAnswers = 3;

/** What visitors sent. Robots have a folder of their own. */
export function SubmissionsPanel({ form }: { readonly form: Form }) {
  const { t } = useTranslation('marketing-forms');
  const [{ folder, page = 1 }, setState] = useUrlState<{ folder: string; page: number; tab: string }>();
  const [opened, setOpened] = useState<RecordData>();
  const model = useRegistry().find(form.modelKey ?? '');
  const isSpam = folder === 'spam';
  const answers = formFieldsOf(form, model)
    .filter(({ type }) => type !== 'files')
    .slice(0, shownAnswers);
  const columns: Column[] = [
    {
      key: 'submittedAt',
      label: t('submissions.when'),
      render: (submission) => (
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
        label: field.label,
        wide: n > 0,
        render: ({ data }) => answerText((data as Record<string, unknown> | null)?.[field.key], field, t),
      }),
    ),
    {
      key: 'status',
      label: t('list.status'),
      render: ({ status }) => <StatusBadge model={submissionsModel} value={status} />,
    },
  ];
  return (
    <Box p="md">
      <Stack gap="sm">
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={t('submissions.folder')}
          data={folders.map((value) => ({ value, label: t(`submissions.${value}`) }))}
          value={isSpam ? 'spam' : 'answers'}
          onChange={(value) => setState({ folder: value === 'spam' ? value : undefined, page: undefined })}
        />
        <PagedTable
          label={t('tabs.submissions')}
          path={submissionsPath}
          input={{
            sort: ['-submittedAt'],
            filter: { formId: form._id, status: isSpam ? 'spam' : { ne: 'spam' } },
          }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          empty={
            <EmptyState
              icon={IconInbox}
              title={t(isSpam ? 'submissions.noSpam' : 'submissions.none')}
              text={t(isSpam ? 'submissions.noSpamText' : 'submissions.noneText')}
            />
          }
        />
      </Stack>
      {opened && <SubmissionDrawer form={form} submission={opened} onClose={() => setOpened(undefined)} />}
    </Box>
  );
}
