import { Alert, Button, Group, Loader, Modal, Progress as ProgressBar, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { reasonsOf } from './bulk.ts';
import { useBulk } from './use-bulk.ts';

interface BulkDeleteProps {
  readonly model: Model;
  readonly ids: ReadonlySet<string>;
  readonly onRemoved: (gone: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows how many records can be deleted, before anything is deleted. */
export function BulkDelete({ model, ids, onRemoved, onClose }: BulkDeleteProps) {
  const { t, i18n } = useTranslation('records');
  const { progress, tryRemove, remove } = useBulk(model, ids);
  const trial = useQuery({
    queryKey: ['bulk-delete-trial', model.path, [...ids]],
    queryFn: tryRemove,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const number = (value: number) => value.toLocaleString(i18n.language);
  const busy = progress !== undefined;
  const possible = trial.data?.done.length ?? 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.deleteTitle')}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
    >
      <Stack gap="sm">
        {trial.isPending && (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm">{t('bulk.checking')}</Text>
          </Group>
        )}
        {trial.error && <ErrorState error={trial.error} onRetry={() => void trial.refetch()} />}
        {trial.data && (
          <>
            <Text size="sm">{t('bulk.deleteText', { count: possible, number: number(possible) })}</Text>
            {trial.data.failed.length > 0 && (
              <Alert
                color="yellow"
                title={t('bulk.cannotDelete', {
                  count: trial.data.failed.length,
                  number: number(trial.data.failed.length),
                })}
              >
                {reasonsOf(trial.data)
                  .slice(0, 3)
                  .map(({ message, count }) => (
                    <Text key={message} size="sm">
                      {number(count)} × {message}
                    </Text>
                  ))}
              </Alert>
            )}
          </>
        )}
        {progress && (
          <ProgressBar
            value={(100 * progress.done) / Math.max(1, progress.total)}
            aria-label={t('bulk.progress', progress)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button
            color="red"
            loading={busy}
            disabled={possible === 0}
            onClick={async () => {
              if (await remove(onRemoved)) onClose();
            }}
          >
            {t('bulk.deleteNow', { count: possible, number: number(possible) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
