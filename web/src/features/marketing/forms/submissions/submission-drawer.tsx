import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import classes from '~/views/parts/parts.module.css';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { type Form, submissionsModel, submissionsPath } from '../form.ts';
import { formFieldOf } from '../form-field.ts';
import { answerText } from './answer-text.ts';

interface SubmissionDrawerProps {
  readonly form: Form;
  readonly submission: RecordData;
  readonly onClose: () => void;
}

const origins = [
  'pageUrl',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'language',
] as const;

/** All answers of a submission, its origin, and its result. */
export function SubmissionDrawer({ form, submission, onClose }: SubmissionDrawerProps) {
  const { t } = useTranslation('marketing-forms');
  const registry = useRegistry();
  const model = registry.find(form.modelKey ?? '');
  const own = registry.find(submissionsModel);
  const answers = Object.entries((submission.data as Record<string, unknown> | null) ?? {});
  const labelOf = (key: string) => (own && registry.field(own, key)?.label) ?? key;
  const { error } = submission;
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={t('submissions.one')}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            <TimeText value={String(submission.submittedAt ?? submission.createdAt)} />
          </Text>
          <StatusBadge model={submissionsModel} value={submission.status} />
        </Group>
        {error !== null && error !== undefined && (
          <Alert color="red" title={t('submissions.failed')}>
            {(error as { message?: string }).message ?? JSON.stringify(error)}
          </Alert>
        )}
        <dl className={classes.facts}>
          {answers.map(([key, answer]) => {
            const field = formFieldOf(form, model, key);
            return (
              <div key={key}>
                <dt>{field?.label ?? key}</dt>
                <dd>{answerText(answer, field, t) || '–'}</dd>
              </div>
            );
          })}
          {origins
            .filter((key) => typeof submission[key] === 'string' && submission[key] !== '')
            .map((key) => (
              <div key={key}>
                <dt>{labelOf(key)}</dt>
                <dd>{String(submission[key])}</dd>
              </div>
            ))}
        </dl>
        <RecordLink submission={submission} />
        <SpamButton submission={submission} onDone={onClose} />
      </Stack>
    </Drawer>
  );
}

/** A link to the record that the submission wrote. */
function RecordLink({ submission: { modelKey, recordId } }: { readonly submission: RecordData }) {
  const { t } = useTranslation('marketing-forms');
  const model = useRegistry().find(String(modelKey ?? ''));
  if (!model || typeof recordId !== 'string' || recordId === '') return null;
  return (
    <Anchor component={Link} to={recordPath(model, recordId)} size="sm">
      {t('submissions.record', { model: model.label })}
    </Anchor>
  );
}

function SpamButton({ submission, onDone }: { readonly submission: RecordData; readonly onDone: () => void }) {
  const { t } = useTranslation('marketing-forms');
  const isSpam = submission.status === 'spam';
  const move = useMutation({
    mutationFn: () => records.update(submissionsPath, submission._id, { status: isSpam ? 'received' : 'spam' }),
    onSuccess: () => {
      notifyDone(t(isSpam ? 'submissions.restored' : 'submissions.marked'));
      onDone();
    },
    onError: (failure) => notifyError(failure),
  });
  if (!useCan().scope('forms:write')) return null;
  return (
    <Button size="xs" variant="default" w="fit-content" loading={move.isPending} onClick={() => move.mutate()}>
      {t(isSpam ? 'submissions.notSpam' : 'submissions.markSpam')}
    </Button>
  );
}
