import { Button, Divider, Group, Popover, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { numberFormat } from '~/lib/intl.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { leadsPath, scoreLead } from './leads-api.ts';

/** Shows the score of a lead, and on demand which rules gave how many points. */
export function ScoreButton({ lead }: { readonly lead: RecordData }) {
  const { t, i18n } = useTranslation('leads');
  const [opened, { toggle, close }] = useDisclosure();
  const score = typeof lead.score === 'number' ? numberFormat(i18n.language).format(lead.score) : '–';
  return (
    <Popover opened={opened} onChange={close} position="bottom-start" width={320} withArrow trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconGauge size={16} />} onClick={toggle}>
          {t('score.action', { score })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{opened && <Reasons lead={lead} />}</Popover.Dropdown>
    </Popover>
  );
}

function Reasons({ lead: { _id: id, version } }: { readonly lead: RecordData }) {
  const { t, i18n } = useTranslation('leads');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...keys.model(leadsPath), 'score', id, version],
    queryFn: () => scoreLead(id, true),
  });
  const store = useAction({
    run: () => scoreLead(id, false),
    refresh: useRefresh(leadsPath),
    done: () => t('score.done'),
  });
  if (isPending) return <Skeleton h={60} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const points = numberFormat(i18n.language, { signDisplay: 'exceptZero' });
  return (
    <Stack gap="xs">
      {data.reasons.length === 0 && <Text size="sm">{t('score.none')}</Text>}
      {data.reasons.map(({ ruleId, name, points: given }) => (
        <Group key={ruleId} justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{name}</Text>
          <Text size="sm" className="tabular">
            {points.format(given)}
          </Text>
        </Group>
      ))}
      <Divider />
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('score.total', {
            score: data.score ?? '–',
            rating: data.rating === null ? '' : t(`rating.${data.rating}`),
          })}
        </Text>
        <Button size="compact-sm" variant="default" loading={store.isRunning} onClick={() => store.run()}>
          {t('score.again')}
        </Button>
      </Group>
    </Stack>
  );
}
