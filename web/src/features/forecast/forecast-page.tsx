import { Button, Group, Text } from '@mantine/core';
import { IconChartHistogram, IconLock, IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { dateFormat } from '~/lib/intl.ts';
import { useCan } from '~/metadata/access.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Controls } from './controls.tsx';
import { dealsModel, type ForecastInput, type ForecastRow, inOrder, totalOfTeams } from './forecast.ts';
import { forecastQuery } from './forecast-query.ts';
import { ForecastTable } from './forecast-table.tsx';
import { Summary } from './summary.tsx';
import { UnconvertedNotice } from './unconverted-notice.tsx';
import { useForecastInput } from './use-choices.ts';
import { useLiveForecast } from './use-live-forecast.ts';
import { useOwners } from './use-owners.ts';

/** The page shows the value of the deals that close in a period, beside the targets. */
export function ForecastPage() {
  const { t } = useTranslation('forecast');
  const mayRead = useCan().scope('sales:read');
  const choice = useForecastInput();
  const { data } = useQuery({ ...forecastQuery({ ...choice.input, groupBy: undefined }), enabled: mayRead });
  useLiveForecast();
  useReportPageContext({
    model: dealsModel,
    label: t('title'),
    ...(data && { filter: { closeDate: { between: [data.meta.from, data.meta.to] } } }),
  });
  return (
    <Page
      title={t('title')}
      description={data ? <Days from={data.meta.from} to={data.meta.to} /> : t('text')}
      width={1280}
      actions={
        mayRead && (
          <Button
            component={Link}
            to="/m/sales/salesTargets"
            size="xs"
            variant="default"
            leftSection={<IconTarget size={16} />}
          >
            {t('targets')}
          </Button>
        )
      }
    >
      {mayRead ? (
        <>
          <Controls {...choice} />
          <Content input={choice.input} />
        </>
      ) : (
        <Forbidden />
      )}
    </Page>
  );
}

/** The first and the last day of the forecast. */
function Days({ from, to }: { readonly from: string; readonly to: string }) {
  const { t, i18n } = useTranslation('forecast');
  const format = dateFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return t('days', { days: format.formatRange(new Date(from), new Date(to)) });
}

const nothing: ForecastRow = {
  target: null,
  closed: 0,
  commit: 0,
  bestCase: 0,
  pipeline: 0,
  weighted: 0,
  attainment: null,
  deals: 0,
};

function Content({ input }: { readonly input: ForecastInput }) {
  const { t } = useTranslation('forecast');
  const { groupBy, pipelineId } = input;
  const all = useQuery(forecastQuery({ ...input, groupBy: undefined }));
  const grouped = useQuery({ ...forecastQuery(input), enabled: groupBy !== undefined });
  const found = groupBy ? (grouped.data?.data ?? []) : [];
  const ownersOf = useOwners(found, groupBy);
  const error = all.error ?? grouped.error;
  if (error instanceof ApiError && error.status === 403) return <Forbidden />;
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([all.refetch(), grouped.refetch()])} />;
  if (!all.data || (groupBy && !grouped.data)) return <PageLoading />;
  const { meta, data } = all.data;
  const scope = { from: meta.from, to: meta.to, pipelineId };
  if (data.length === 0 && found.length === 0) return <Empty />;
  const whole = data[0] ?? nothing;
  const total = groupBy === 'teamId' ? totalOfTeams(whole, found) : whole;
  return (
    <>
      <UnconvertedNotice count={meta.unconverted} scope={scope} />
      <Summary total={total} scope={scope} currency={meta.currency} />
      <ForecastTable
        rows={groupBy ? inOrder(found, groupBy) : []}
        total={total}
        groupBy={groupBy}
        scope={scope}
        currency={meta.currency}
        ownersOf={ownersOf}
      />
      {groupBy === 'teamId' && (
        <Text size="xs" c="dimmed" mt="xs">
          {t('teamsNote')}
        </Text>
      )}
    </>
  );
}

function Empty() {
  const { t } = useTranslation('forecast');
  const filter = { closeDate: { null: true }, closedAt: { null: true } };
  return (
    <EmptyState
      icon={IconChartHistogram}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Group gap="xs" justify="center">
          <Button component={Link} to="/m/sales/opportunities" search={{ filter } as never} size="xs">
            {t('empty.deals')}
          </Button>
          <Button component={Link} to="/m/sales/salesTargets" size="xs" variant="default">
            {t('targets')}
          </Button>
        </Group>
      }
    />
  );
}

function Forbidden() {
  const { t } = useTranslation('forecast');
  return <EmptyState icon={IconLock} title={t('forbidden.title')} text={t('forbidden.text')} />;
}
