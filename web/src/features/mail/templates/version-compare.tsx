import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { paths } from '../mail-api.ts';
import { useFormat } from '../parts/format.ts';
import { diffLines } from './line-diff.ts';
import type { Template } from './template.ts';
import classes from './templates.module.css';
import type { Draft } from './use-draft.ts';
import type { Version } from './version.ts';

interface VersionCompareProps {
  readonly draft: Draft;
  readonly version: Version;
  readonly disabled: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

const comparedFields = [
  'name',
  'subject',
  'previewText',
  'html',
  'text',
  'format',
  'status',
  'category',
  'fromName',
  'fromEmail',
  'replyTo',
  'sampleData',
];

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** What changed from an earlier version to what is in the editor now. */
export function VersionCompare({ draft, version, disabled, onBack, onDone }: VersionCompareProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const registry = useRegistry();
  const model = registry.find('communications.emailTemplates');
  const { _id } = draft.base;
  const { data, error, refetch, isPending } = useQuery({
    queryKey: [...keys.history(paths.templates, _id), 'as of', version.timestamp],
    queryFn: ({ signal }) =>
      request<Template>('GET', `${paths.templates}/${_id}`, { query: { asOf: version.timestamp }, signal }),
  });
  const revert = useMutation({
    mutationFn: () => records.revert(paths.templates, _id, version.version) as Promise<Template>,
    onSuccess: (saved) => {
      draft.replace(saved);
      notifyDone(t('versions.reverted', { number: version.version }));
      onDone();
    },
  });
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const changed = comparedFields.filter((key) => textOf(data[key]) !== textOf(draft.draft[key]));
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
