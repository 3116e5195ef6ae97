import { Anchor, Badge, Button, Group, Stack, Table, Title } from '@mantine/core';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRefreshAfterJob } from '~/api/refresh.ts';
import { lastDays, periods } from '~/lib/period.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import table from '~/views/parts/data-table.module.css';
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
  const endWith = useEndTest(page);
  const ask = (winner: WebPage) =>
    confirm({
      title: t('tests.endTitle', { name: pageName(winner) }),
      text: t('tests.endText'),
      action: t('tests.end'),
      run: () => endWith.mutate(winner._id),
    });
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {pageName(page)}
      </Title>
      <Table.ScrollContainer minWidth={300} type="native">
        <Table verticalSpacing={6} aria-label={t('tests.of', { name: pageName(page) })} className={table.lines}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('tests.variant')}</Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {t('tests.share')}
              </Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {t('statistics.views')}
              </Table.Th>
              <Table.Th ta="right">{t('statistics.visitors')}</Table.Th>
              <Table.Th visibleFrom="sm" ta="right">
                {t('statistics.conversions')}
              </Table.Th>
              <Table.Th ta="right">{t('tests.rate')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map((result) => (
              <ResultRow
                key={result.page._id}
                result={result}
                isPage={result.page === page}
                isPending={endWith.isPending}
                onChoose={mayWrite ? () => ask(result.page) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

interface ResultRowProps {
  readonly result: VariantResult;
  readonly isPage: boolean;
  readonly isPending: boolean;
  readonly onChoose: (() => void) | undefined;
}

/** The button is below the name, so that it fits on a phone. */
function ResultRow({ result, isPage, isPending, onChoose }: ResultRowProps) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const { page, share, views, visitors, conversions, rate } = result;
  const name = pageName(page);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Anchor component={Link} to={`/marketing/websites/pages/${page._id}`} size="sm" fw={500} c="inherit">
            {name}
          </Anchor>
          {isPage && (
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
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="tabular">
        {format.rate(share)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="tabular">
        {format.number(views)}
      </Table.Td>
      <Table.Td ta="right" className="tabular">
        {format.number(visitors)}
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="tabular">
        {format.number(conversions)}
      </Table.Td>
      <Table.Td ta="right" fw={600} className="tabular">
        {rate === undefined ? t('tests.noRate') : format.rate(rate)}
      </Table.Td>
    </Table.Tr>
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
