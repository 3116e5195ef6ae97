import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useFormat } from '../parts/format.ts';
import { diffLines } from './line-diff.ts';
import type { ContentDraft } from './use-content-draft.ts';
import type { Version } from './version.ts';
import classes from './version-compare.module.css';

interface VersionCompareProps<T extends RecordData> {
  readonly model: string;
  readonly fields: readonly string[];
  readonly draft: ContentDraft<T>;
  readonly version: Version;
  readonly disabled: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** Shows the differences between an earlier version and the content of the editor. */
export function VersionCompare<T extends RecordData>(props: VersionCompareProps<T>) {
  const { model: name, fields, draft, version, disabled, onBack, onDone } = props;
  const { t } = useTranslation('editor');
  const format = useFormat();
  const registry = useRegistry();
  const model = registry.find(name);
  const path = model?.path ?? '';
  const { _id } = draft.base;
  const { data, error, refetch, isPending } = useQuery({
    queryKey: [...keys.history(path, _id), 'as of', version.timestamp],
    queryFn: ({ signal }) => request<T>('GET', `${path}/${_id}`, { query: { asOf: version.timestamp }, signal }),
  });
  const revert = useMutation({
    mutationFn: () => records.revert(path, _id, version.version) as Promise<RecordData> as Promise<T>,
    onSuccess: (saved) => {
      draft.replace(saved);
      notifyDone(t('versions.reverted', { number: version.version }));
      onDone();
    },
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const changed = fields.filter((key) => textOf(data[key]) !== textOf(draft.draft[key]));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Button size="xs" variant="default" onClick={onBack}>
          {t('common:back')}
        </Button>
        {!disabled && changed.length > 0 && version.version !== draft.base.version && (
          <Button size="xs" loading={revert.isPending} onClick={() => revert.mutate()}>
            {t('versions.revert', { number: version.version })}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('versions.compareText', { number: version.version, time: format.time(version.timestamp) })}
      </Text>
      {draft.isDirty && !disabled && (
        <Alert color="orange" variant="light" p="xs">
          {t('versions.losesChanges')}
        </Alert>
      )}
      {revert.error && <ErrorState error={revert.error} />}
      {changed.length === 0 && <Text size="sm">{t('versions.same')}</Text>}
      {changed.map((key) => (
        <div key={key}>
          <Title order={3} fz="sm" mb={4}>
            {(model && registry.field(model, key)?.label) ?? key}
          </Title>
          <pre className={classes.diff}>
            {diffLines(textOf(data[key]), textOf(draft.draft[key])).map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and the list does not change.
              <span key={n} className={`${classes.line} ${line.kind === 'same' ? '' : classes[line.kind]}`}>
                {line.kind === 'skipped'
                  ? t('versions.skipped', { count: line.count ?? 0 })
                  : `${line.kind === 'added' ? '+' : line.kind === 'removed' ? '−' : ' '} ${line.text}`}
              </span>
            ))}
          </pre>
        </div>
      ))}
    </Stack>
  );
}
