import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { type ExportInput, exportRecords, maxExported } from './export-records.ts';

const number = (value: number): string => value.toLocaleString(i18next.language);

/** Exports records, shows the progress, and offers to stop. */
export function useExport(): (input: Omit<ExportInput, 'registry'>) => Promise<void> {
  const { t } = useTranslation('records');
  const registry = useRegistry();
  return useCallback(
    async (input) => {
      const stop = new AbortController();
      const message = (rows: number) => (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t('export.progress', { rows: number(rows) })}</Text>
          <Button size="compact-sm" variant="subtle" onClick={() => stop.abort()}>
            {t('export.stop')}
          </Button>
        </Group>
      );
      const id = notifications.show({ loading: true, autoClose: false, withCloseButton: false, message: message(0) });
      try {
        const onProgress = (rows: number) =>
          notifications.update({ id, loading: true, autoClose: false, withCloseButton: false, message: message(rows) });
        const { rows, isPartial } = await exportRecords({ ...input, registry }, onProgress, stop.signal);
        notifyDone(
          isPartial
            ? t('export.partial', { rows: number(rows), max: number(maxExported) })
            : t('export.done', { count: rows, rows: number(rows) }),
        );
      } catch (error) {
        if (!stop.signal.aborted) notifyError(error, t('export.failed'));
      } finally {
        notifications.hide(id);
      }
    },
    [t, registry],
  );
}
