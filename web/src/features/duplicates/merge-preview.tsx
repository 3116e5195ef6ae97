import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { duplicates, type MergeInput } from '~/api/duplicates.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { Section } from '~/ui/section.tsx';
import { useFormat } from '~/views/parts/format.ts';

/** Each choice is tried on the server, but not while the person still clicks. */
const debounceMs = 300;

interface MergePreviewProps {
  readonly input: MergeInput;
  /** True once the merge has begun: the records are read again then, and another preview would fail. */
  readonly isPaused: boolean;
}

/** Shows which records move to the kept record, and why the server would refuse the merge. */
export function MergePreview({ input, isPaused }: MergePreviewProps) {
  const { t } = useTranslation('duplicates');
  const format = useFormat();
  const registry = useRegistry();
  const [tried] = useDebouncedValue(input, debounceMs);
  const { data, error, isPending } = useQuery({
    // Not below the key of the model: after the merge the records are read again, but this one would fail.
    queryKey: ['merge', tried],
    gcTime: 0,
    queryFn: ({ signal }) => duplicates.preview(tried, signal),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: !isPaused,
  });
  if (error)
    return (
      <Alert color="orange" role="alert" title={t('preview.refused')}>
        {errorText(error, t)}
      </Alert>
    );
  const moves = data && data.jobId === undefined ? data.moves : [];
  const moved = data && data.jobId === undefined ? data.moved : 0;
  const others = moved - moves.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={t('preview.title')}>
      {isPending ? (
        <Skeleton h={40} aria-label={t('preview.reading')} />
      ) : (
        <Stack gap={4} maw={420}>
          {moved === 0 && <Text size="sm">{t('preview.nothing')}</Text>}
          {moves.map(({ model: name, field, count }) => {
            const from = registry.find(name);
            const label = from && registry.field(from, field)?.label;
            return (
              <Row
                key={`${name}.${field}`}
                label={from?.labelPlural ?? name}
                note={label}
                count={format.number(count)}
              />
            );
          })}
          {others > 0 && <Row label={t('preview.others')} note={undefined} count={format.number(others)} />}
          <Text size="sm" c="dimmed">
            {t('preview.trash', { count: input.loserIds.length })}
          </Text>
        </Stack>
      )}
    </Section>
  );
}

interface RowProps {
  readonly label: string;
  /** The reference that moves. */
  readonly note: string | undefined;
  readonly count: string;
}

const Row = ({ label, note, count }: RowProps) => (
  <Group justify="space-between" gap="sm" wrap="nowrap">
    <Text size="sm">
      {label}
      {note !== undefined && (
        <Text span inherit c="dimmed">
          {' '}
          · {note}
        </Text>
      )}
    </Text>
    <Text size="sm" className="tabular">
      {count}
    </Text>
  </Group>
);
