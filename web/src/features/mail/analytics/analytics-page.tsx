import { Box, Chip, ColorSwatch, Group, SegmentedControl, Stack, Switch, Tabs, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lastDays, type Period, periods } from '~/lib/period.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { FieldOf } from '~/views/parts/field-of.tsx';
import classes from '~/views/parts/parts.module.css';
import { useUrlState } from '~/views/parts/url-state.ts';
import type { CountName } from '../mail-api.ts';
import { ByGroup } from './by-group.tsx';
import { ByRecord } from './by-record.tsx';
import { chartedCounts, countColors, DayChart } from './day-chart.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { useAnalytics } from './use-analytics.ts';

type State = {
  days: number;
  compare: string;
  counts: string;
  campaignId: string;
  templateId: string;
  batchId: string;
  by: string;
};

const defaultCounts = 'sent,delivered,uniqueOpens,uniqueClicks';
const breakdowns = ['domain', 'link', 'template', 'campaign'] as const;
/** The filters of the statistics, with the fields of mails that refer to the same records. */
const filters = [
  { key: 'campaignId', field: 'campaignId' },
  { key: 'templateId', field: 'templateId' },
  { key: 'batchId', field: 'emailSnapshotId' },
] as const;

export function AnalyticsPage() {
  const { t } = useTranslation('mail');
  const [state, setState] = useUrlState<State>();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const { current, previous } = lastDays(days);
  const compares = state.compare !== 'no';
  const { campaignId, templateId, batchId } = state;
  const filter = { campaignId, templateId, batchId };
  const now = useAnalytics({ filter, ...current, groupBy: 'day' });
  const before = useAnalytics({ filter, ...previous, groupBy: 'day' });
  const counts = (state.counts ?? defaultCounts).split(',').filter((one) => chartedCounts.includes(one as CountName));
  const by = breakdowns.find((one) => one === state.by) ?? 'domain';
  const failure = now.error ?? before.error;
  return (
    <Page
      title={t('pages.analytics')}
      description={t('analytics.description')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('analytics.period')}
          data={periods.map((one) => ({ value: String(one), label: t(`analytics.days.${one}`) }))}
          value={String(days)}
          onChange={(value) => setState({ days: Number(value) })}
        />
      }
    >
      <Stack gap="md">
        <Group gap="xs" align="flex-end">
          {filters.map(({ key, field }) => (
            <Box key={key} w={{ base: '100%', xs: 220 }}>
              <FieldOf
                model="communications.emails"
                field={field}
                {...(key === 'batchId' && { label: t('mail.batch') })}
                value={state[key] ?? null}
                onChange={(value) => setState({ [key]: typeof value === 'string' ? value : undefined })}
              />
            </Box>
          ))}
          <Switch
            size="xs"
            label={t('analytics.compare')}
            checked={compares}
            onChange={(event) => setState({ compare: event.currentTarget.checked ? undefined : 'no' })}
          />
        </Group>
        {failure ? (
          <ErrorState
            error={failure}
            onRetry={() => {
              now.refetch();
              before.refetch();
            }}
          />
        ) : now.data && before.data ? (
          <>
            <StatTiles now={now.data} before={compares ? before.data : undefined} />
            <div className={classes.panel}>
              <Group justify="space-between" mb="sm" gap="xs">
                <Title order={2} fz="h3">
                  {t('analytics.byDay')}
                </Title>
                <CountChoice
                  value={counts}
                  onChange={(value) => setState({ counts: value.length > 0 ? value.join(',') : undefined })}
                />
              </Group>
              <DayChart
                period={current}
                analytics={now.data}
                counts={counts as CountName[]}
                withLegend={false}
                before={compares ? { period: previous, analytics: before.data } : undefined}
              />
            </div>
          </>
        ) : (
          <PageLoading />
        )}
        <Breakdowns by={by} onBy={(value) => setState({ by: value ?? undefined })} filter={filter} period={current} />
      </Stack>
    </Page>
  );
}

interface CountChoiceProps {
  readonly value: string[];
  readonly onChange: (value: string[]) => void;
}

/** Chooses the counts that the chart shows. Its colours are the legend of the chart. */
function CountChoice({ value, onChange }: CountChoiceProps) {
  const { t } = useTranslation('mail');
  return (
    <Chip.Group multiple value={value} onChange={onChange}>
      <Group gap={4}>
        {chartedCounts.map((count) => (
          <Chip key={count} value={count} size="xs" variant="light">
            <Group gap={6} component="span" wrap="nowrap">
              <ColorSwatch size={8} color={countColors[count] ?? 'currentcolor'} withShadow={false} component="span" />
              {t(`counts.${count}`)}
            </Group>
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}

interface BreakdownsProps {
  readonly by: (typeof breakdowns)[number];
  readonly onBy: (by: string | null) => void;
  readonly filter: Readonly<Record<'campaignId' | 'templateId' | 'batchId', string | undefined>>;
  readonly period: Period;
}

/** The counts of the period by domain, link, template or campaign. */
function Breakdowns({ by, onBy, filter, period }: BreakdownsProps) {
  const { t } = useTranslation('mail');
  return (
    <Tabs value={by} onChange={onBy} keepMounted={false}>
      <Tabs.List mb="sm">
        {breakdowns.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`analytics.by.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="domain">
        <ByGroup input={{ filter, ...period }} groupBy="domain" />
      </Tabs.Panel>
      <Tabs.Panel value="link">
        <ByGroup input={{ filter, ...period }} groupBy="link" />
      </Tabs.Panel>
      <Tabs.Panel value="template">
        <ByRecord period={period} field="templateId" label={t('analytics.by.template')} />
      </Tabs.Panel>
      <Tabs.Panel value="campaign">
        <Stack>
          <ByRecord period={period} field="campaignId" label={t('analytics.by.campaign')} />
          <ByRecord period={period} field="communicationsCampaignId" label={t('analytics.by.campaign')} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}
