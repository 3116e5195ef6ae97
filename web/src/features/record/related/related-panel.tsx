import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAffiliate, IconPlus } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Included, type ListInput, type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { type Link, useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { filterOf } from '../linked-records.ts';
import { relatedLinks } from '../panel-links.ts';
import { EmptyRelations } from './empty-relations.tsx';
import { OutgoingLinks } from './outgoing-links.tsx';
import { RelatedList } from './related-list.tsx';

interface RelatedPanelProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

/** Some models, such as users, have hundreds of references. Those beyond this number are read on request. */
const readAtOnce = 40;
const shownRows = 5;

const inputOf = (link: Link, id: string): ListInput => ({
  filter: filterOf(link, id),
  sort: ['-updatedAt'],
  limit: shownRows,
});

const keyOf = ({ model, field }: Link): string => `${model.path} ${field.key}`;

/** The records to which this one refers, and those that refer to it. */
export function RelatedPanel({ model, record, included }: RelatedPanelProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const can = useCan();
  const [read, setRead] = useState(readAtOnce);
  const all = relatedLinks(registry, model, can.read);
  const links = all.slice(0, read);
  const results = useQueries({
    queries: links.map((link) => {
      const input = inputOf(link, record._id);
      return {
        queryKey: keys.list(link.model.path, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => records.list(link.model.path, input, signal),
      };
    }),
  });
  const found = links.map((link, n) => ({ link, result: results[n] }));
  const filled = found.filter(({ result }) => (result?.data?.data.length ?? 0) > 0);
  const empty = found.filter(({ result }) => result?.data?.data.length === 0).map(({ link }) => link);
  const failed = found.find(({ result }) => result?.isError);
  const isPending = results.some((result) => result.isPending);
  // Models that load later must not close a section that the person has opened.
  const wasRead = useRef(false);
  if (!isPending) wasRead.current = true;
  // Shows the name of the field where the name of the model does not explain the relation.
  const isNamed = (link: Link) =>
    link.field.key !== `${model.modelKey}Id` || all.some((other) => other !== link && other.model === link.model);
  return (
    <Stack gap="lg" maw={960}>
      <OutgoingLinks model={model} record={record} included={included} />
      {filled.map(({ link, result }) => (
        <RelatedList key={keyOf(link)} link={link} id={record._id} page={result?.data} withField={isNamed(link)} />
      ))}
      {isPending && <Skeleton h={120} />}
      {failed && <ErrorState error={failed.result?.error} onRetry={() => failed.result?.refetch()} />}
      {!isPending && !failed && filled.length === 0 && (
        <EmptyState icon={IconAffiliate} title={t('related.empty')} text={t('related.emptyText')} />
      )}
      {wasRead.current && <EmptyRelations links={empty} id={record._id} isNamed={isNamed} />}
      {all.length > read && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {t('related.notRead', { count: all.length - read })}
          </Text>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setRead(read + readAtOnce)}
          >
            {t('related.readMore')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
