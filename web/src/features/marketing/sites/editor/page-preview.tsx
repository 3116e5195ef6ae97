import { Alert, Group, List, Loader, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { styleNonce } from '~/lib/nonce.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { frameDocument } from '~/views/mail/frame-document.ts';
import { pagesPath } from '../site.ts';
import { type PagePreview as Answer, sitesApi } from '../sites-api.ts';
import { completeBlocks } from './block-types.ts';
import classes from './editor.module.css';

interface PagePreviewProps {
  readonly id: string;
  /** Unsaved fields. */
  readonly draft: Readonly<Record<string, unknown>>;
  /** The version of the page. A new version refreshes the preview even without typing. */
  readonly version: number;
}

const pauseMs = 400;

const textOf = (problem: NonNullable<Answer['problems']>[number]): string =>
  typeof problem === 'string' ? problem : (problem.problem ?? problem.message ?? '');

/** A preview of the page during editing. Its scripts do not run. */
export function PagePreview({ id, draft, version }: PagePreviewProps) {
  const { t } = useTranslation('marketing-sites');
  const [device, setDevice] = useState('desktop');
  const [typed] = useDebouncedValue(draft, pauseMs);
  const shown = useMemo(
    () => (Array.isArray(typed.blocks) ? { ...typed, blocks: completeBlocks(typed.blocks) } : typed),
    [typed],
  );
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...keys.model(pagesPath), 'preview', id, version, shown],
    queryFn: ({ signal }) => sitesApi.preview(id, shown, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const source = useMemo(() => (data ? frameDocument(data.html, styleNonce) : ''), [data]);
  const problems = (data?.problems ?? []).map(textOf).filter((text) => text !== '');
  return (
    <div className={classes.stage}>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('editor.device')}
          data={['desktop', 'phone'].map((value) => ({ value, label: t(`editor.${value}`) }))}
          value={device}
          onChange={setDevice}
        />
        {isFetching && <Loader size="xs" />}
      </Group>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {problems.length > 0 && (
        <Alert color="orange" p="xs">
          <List size="sm">
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {data && (
        <iframe
          className={`${classes.device} ${device === 'phone' ? classes.phone : ''}`}
          sandbox=""
          srcDoc={source}
          title={t('editor.preview')}
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  );
}
