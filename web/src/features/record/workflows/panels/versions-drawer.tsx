import { Drawer, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Select } from '~/ui/select/select.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { Person } from '../../parts/person.tsx';
import { compareFlows } from '../flow/compare-flows.ts';
import { useFlow } from '../flow/flow-context.ts';
import { type Flow, flowOf } from '../flow/step.ts';
import { useVersions } from '../workflows-api.ts';
import { ChangeEntry } from './change-entry.tsx';
import classes from './panels.module.css';

interface VersionsDrawerProps {
  readonly id: string;
  readonly activeVersion: unknown;
  readonly onClose: () => void;
}

const current = 'current';

/** The versions of a workflow, and how two of them differ. */
export function VersionsDrawer({ id, activeVersion, onClose }: VersionsDrawerProps) {
  const { t } = useTranslation('workflows');
  const { flow } = useFlow();
  const { data, error, refetch, isPending } = useVersions(id);
  const versions = data?.data ?? [];
  const flows = new Map<string, Flow>([
    [current, flow],
    ...versions.map(({ version, definition }) => [String(version), flowOf(definition as never)] as const),
  ]);
  return (
    <Drawer opened position="right" size="xl" title={t('versions.title')} onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {isPending && <PageLoading />}
      {data && versions.length === 0 && <Text size="sm">{t('versions.none')}</Text>}
      {versions.length > 0 && (
        <Stack gap="lg">
          <Compare flows={flows} first={String((versions[1] ?? versions[0])?.version)} />
          <ul className={classes.entries} aria-label={t('versions.title')}>
            {versions.map(({ version, createdAt, createdBy, enrollments }) => (
              <li key={version} className={classes.entry}>
                <Text size="sm" fw={600}>
                  {t('versions.version', { version })}{' '}
                  {version === activeVersion && <ToneBadge tone="good">{t('versions.active')}</ToneBadge>}
                </Text>
                <Text size="xs" c="dimmed" component="div">
                  <TimeText value={createdAt} /> <Person id={createdBy} size="xs" />
                </Text>
                <Text size="xs" c="dimmed">
                  {t('versions.enrollments', { count: enrollments })}
                </Text>
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Drawer>
  );
}

interface CompareProps {
  readonly flows: ReadonlyMap<string, Flow>;
  /** The version that is shown first. */
  readonly first: string;
}

function Compare({ flows, first }: CompareProps) {
  const { t } = useTranslation('workflows');
  const [one, setOne] = useState(first);
  const [other, setOther] = useState(current);
  const titleOf = (value: string) =>
    value === current ? t('versions.current') : t('versions.version', { version: value });
  const options = [...flows.keys()].map((value) => ({ value, label: titleOf(value) }));
  const [before, after] = [flows.get(one), flows.get(other)];
  const changes = before && after ? compareFlows(before, after) : [];
  return (
    <section aria-label={t('versions.compare')}>
      <Stack gap="xs">
        <SimpleGrid cols={2} spacing="sm">
          <Select label={t('versions.from')} data={options} value={one} onChange={(next) => next && setOne(next)} />
          <Select label={t('versions.to')} data={options} value={other} onChange={(next) => next && setOther(next)} />
        </SimpleGrid>
        <div aria-live="polite">
          {changes.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('versions.same')}
            </Text>
          ) : (
            <ul className={classes.entries}>
              {changes.map((change) => (
                <ChangeEntry key={change.key ?? ''} change={change} titles={[titleOf(one), titleOf(other)]} />
              ))}
            </ul>
          )}
        </div>
      </Stack>
    </section>
  );
}
