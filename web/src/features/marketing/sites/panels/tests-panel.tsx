import { Anchor, Badge, Button, Group, Stack, Title } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefreshAfterJob } from '~/api/refresh.ts';
import { lastDays, periods } from '~/lib/period.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PeriodChoice } from '../../period-choice.tsx';
import { pageName, pagesPath, type WebPage, type Website, websitesPath } from '../site.ts';
import { siteKeys, sitesApi } from '../sites-api.ts';
import { watchPublication } from '../watch-publication.ts';
import { type PageTest, pageTests, resultsOf, type VariantResult } from './page-tests.ts';
import { usePages } from './use-pages.ts';

interface TestsPanelProps {
  readonly site: Website;
  readonly mayWrite: boolean;
}

/** The A/B tests of a website: visitors and conversions of each version of a page. */
export function TestsPanel({ site, mayWrite }: TestsPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const [state, setState] = useUrlState<{ days: number; tab: string }>();
  const days = periods.find((one) => one === Number(state.days)) ?? 30;
  const query = { ...lastDays(days).current, by: 'page' as const };
  const pages = usePages(site);
  const counted = useQuery({
    queryKey: siteKeys.statistics(site._id, query),
    queryFn: ({ signal }) => sitesApi.statistics(site._id, query, signal),
  });
  const error = pages.error ?? counted.error;
  if (error) return <ErrorState error={error} onRetry={() => Promise.all([pages.refetch(), counted.refetch()])} />;
  if (!pages.data || !counted.data) return <PageLoading />;
  const tests = pageTests(pages.data);
  if (tests.length === 0)
    return <EmptyState icon={IconArrowsSplit2} title={t('tests.empty')} text={t('tests.emptyText')} />;
  return (
    <Stack gap="lg">
      <PeriodChoice days={days} onChange={(next) => setState({ days: next })} />
      {tests.map((test) => (
        <TestTable key={test.page._id} test={test} results={resultsOf(test, counted.data.data)} mayWrite={mayWrite} />
      ))}
    </Stack>
  );
}

interface TestTableProps {
  readonly test: PageTest;
  readonly results: readonly VariantResult[];
  readonly mayWrite: boolean;
}

function TestTable({ test: { page }, results, mayWrite }: TestTableProps) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const endWith = useEndTest(page);
  const ask = (winner: WebPage) =>
    confirm({
      title: t('tests.endTitle', { name: pageName(winner) }),
      text: t('tests.endText'),
      action: t('tests.end'),
      run: () => endWith.mutate(winner._id),
    });
  const figure = (key: string, title: string, cell: (result: VariantResult) => ReactNode) =>
    ({ key, title, cell, align: 'right' }) as const;
  const columns: Column<VariantResult>[] = [
    {
      key: 'variant',
      title: t('tests.variant'),
      cell: (result) => (
        <Variant
          page={result.page}
          isOriginal={result.page === page}
          isPending={endWith.isPending}
          onChoose={mayWrite ? () => ask(result.page) : undefined}
        />
      ),
    },
    { ...figure('share', t('tests.share'), ({ share }) => format.rate(share)), wide: true },
    { ...figure('views', t('statistics.views'), ({ views }) => format.number(views)), wide: true },
    figure('visitors', t('statistics.visitors'), ({ visitors }) => format.number(visitors)),
    {
      ...figure('conversions', t('statistics.conversions'), ({ conversions }) => format.number(conversions)),
      wide: true,
    },
    figure('rate', t('tests.rate'), ({ rate }) => <b>{rate === undefined ? t('tests.noRate') : format.rate(rate)}</b>),
  ];
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {pageName(page)}
      </Title>
      <DataTable
        label={t('tests.of', { name: pageName(page) })}
        columns={columns}
        rows={results}
        rowKey={(result) => result.page._id}
      />
    </section>
  );
}

interface VariantProps {
  readonly page: WebPage;
  readonly isOriginal: boolean;
  readonly isPending: boolean;
  readonly onChoose: (() => void) | undefined;
}

/** The button is below the name, so that it fits on a phone. */
function Variant({ page, isOriginal, isPending, onChoose }: VariantProps) {
  const { t } = useTranslation('marketing-sites');
  const name = pageName(page);
  return (
    <>
      <Group gap={6}>
        <Anchor component={Link} to={`/marketing/websites/pages/${page._id}`} size="sm" fw={500} c="inherit">
          {name}
        </Anchor>
        {isOriginal && (
          <Badge variant="light" size="sm" tt="none">
            {t('tests.original')}
          </Badge>
        )}
      </Group>
      {onChoose && (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          aria-label={t('tests.endWith', { name })}
          disabled={isPending}
          onClick={onChoose}
        >
          {t('tests.end')}
        </Button>
      )}
    </>
  );
}

/** Ends a test: the chosen version becomes the page. The mutation lasts until visitors see it. */
function useEndTest(page: WebPage) {
  const { t } = useTranslation('marketing-sites');
  const refresh = useRefreshAfterJob(pagesPath, websitesPath);
  return useMutation({
    mutationFn: async (winnerId: string) => {
      const { jobId } = await sitesApi.endTest(page._id, winnerId);
      const publication = jobId === null ? undefined : await watchPublication(jobId, () => {});
      if (publication && publication.status !== 'completed') throw new Error(publication.error ?? publication.status);
    },
    onSuccess: () => notifyDone(t('tests.ended')),
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
}
