import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ApiError, request } from '~/api/http.ts';
import { type RecordData, records } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelPath, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { errorText } from '~/ui/error-text.ts';
import { notifyJob } from '~/ui/job-notice.tsx';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { ListLink } from '../parts/list-link.tsx';
import { blockingLink, deletePlanQuery, type LinkCount, refreshAll } from './delete-plan.ts';

interface DeleteDialogProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly onClose: () => void;
}

/** Confirms the deletion of a record, and shows which other records are affected. */
export function DeleteDialog({ model, record, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = record._id;
  const title = recordLabel(model, record);
  const plan = useQuery(deletePlanQuery(registry, useCan().read, model, id));
  const refusal = plan.data?.refusal;
  const isLarge = refusal?.code === 'too_many_dependants';
  const run = useMutation({
    mutationFn: async (): Promise<string | undefined> => {
      if (!isLarge) {
        await records.remove(model.path, id);
        return undefined;
      }
      const { jobId } = await request<{ jobId: string }>('DELETE', `${model.path}/${id}`, { query: { async: true } });
      return jobId;
    },
    onSuccess: async (jobId) => {
      onClose();
      await navigate({ to: modelPath(model) });
      if (jobId !== undefined) {
        await notifyJob(jobId, { running: t('delete.running', { title }), done: t('delete.done', { title }) });
        return refreshAll(client);
      }
      await refreshAll(client);
      notifyUndo(t('delete.done', { title }), async () => {
        await records.restore(model.path, id);
        await refreshAll(client);
        await navigate({ to: recordPath(model, id) });
      });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('delete.title', { title })}>
      <Stack gap="md">
        {plan.isPending && <Skeleton h={60} aria-label={t('delete.reading')} />}
        {plan.isError && <ErrorState error={plan.error} onRetry={() => plan.refetch()} />}
        {refusal && !isLarge && <Blocked refusal={refusal} id={id} />}
        {isLarge && <Text size="sm">{t('delete.large')}</Text>}
        {plan.data && (!refusal || isLarge) && (
          <>
            <Text size="sm">{t('delete.text')}</Text>
            <Counts title={t('delete.along')} counts={plan.data.deleted} id={id} />
            <Counts title={t('delete.cleared')} counts={plan.data.cleared} id={id} />
          </>
        )}
        {run.isError && (
          <Alert color="red" role="alert">
            {errorText(run.error, t)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button
            color="red"
            disabled={!plan.data || (refusal !== undefined && !isLarge)}
            loading={run.isPending}
            onClick={() => run.mutate()}
          >
            {t(isLarge ? 'delete.inBackground' : 'common:delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Blocked({ refusal, id }: { readonly refusal: ApiError; readonly id: string }) {
  const { t } = useTranslation('record');
  const link = blockingLink(useRegistry(), refusal);
  return (
    <Alert color="orange" title={t('delete.blocked')} role="alert">
      <Text size="sm">
        {link ? t('delete.blockedBy', { field: link.field.label }) : errorText(refusal, t)}{' '}
        {link && (
          <Anchor component={ListLink} link={link} id={id} size="sm">
            {link.model.labelPlural}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

interface CountsProps {
  readonly title: string;
  readonly counts: readonly LinkCount[];
  readonly id: string;
}

function Counts({ title, counts, id }: CountsProps) {
  if (counts.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Stack gap={2}>
        {counts.map(({ link, count, isExact }) => (
          <Group key={`${link.model.path} ${link.field.key}`} gap={8} justify="space-between" wrap="nowrap">
            <Anchor component={ListLink} link={link} id={id} size="sm">
              {link.model.labelPlural}
            </Anchor>
            <Text size="sm" c="dimmed" className="tabular">
              {isExact ? count : `${count}+`}
            </Text>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
