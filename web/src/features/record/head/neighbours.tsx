import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type Icon, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lastListOf } from '~/lib/last-list.ts';
import { type Place, placeInTrail, rememberTrail } from '~/lib/record-trail.ts';
import { fieldsPath, type Model, modelName, modelPath } from '~/metadata/model.ts';
import { loadedAround } from '~/views/table/pages.ts';

interface NeighboursProps {
  readonly model: Model;
  readonly id: string;
}

/** Links to the list, and to the previous and next record in it. */
export function Neighbours({ model, id }: NeighboursProps) {
  const { t } = useTranslation('record');
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const place = usePlace(model, id);
  const list = lastListOf(modelName(model));
  const open = (other: string | undefined) => {
    if (other !== undefined) navigate({ to: fieldsPath(model, other), search });
  };
  useHotkeys([
    ['alt+ArrowUp', () => open(place?.previous)],
    ['alt+ArrowDown', () => open(place?.next)],
  ]);
  return (
    <Group gap={4} mb={2}>
      <Anchor
        component={Link}
        to={list?.path ?? modelPath(model)}
        search={(list?.search ?? place?.search ?? {}) as never}
        size="sm"
        c="dimmed"
      >
        {list?.label ?? model.labelPlural}
      </Anchor>
      {place && (
        <Group gap={0} component="nav" aria-label={t('neighbours.label')}>
          <Step label={t('neighbours.previous')} icon={IconChevronLeft} to={place.previous} onOpen={open} />
          <Text size="xs" c="dimmed" className="tabular">
            {place.total === undefined
              ? place.number
              : t('neighbours.place', { number: place.number, total: place.total })}
          </Text>
          <Step label={t('neighbours.next')} icon={IconChevronRight} to={place.next} onOpen={open} />
        </Group>
      )}
    </Group>
  );
}

interface StepProps {
  readonly label: string;
  readonly icon: Icon;
  /** The other record; undefined at the end of the list. */
  readonly to: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}

function Step({ label, icon: StepIcon, to, onOpen }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        disabled={to === undefined}
        onClick={() => onOpen(to)}
      >
        <StepIcon size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The position of the record in the list from which the person came. */
function usePlace(model: Model, id: string): Place | undefined {
  const client = useQueryClient();
  return useMemo(() => {
    const loaded = loadedAround(client, model.path, id);
    if (loaded) {
      const { ids, offset, total, source } = loaded;
      const { filter, q, sort } = source;
      rememberTrail({ model: modelName(model), ids, offset, total, search: { filter, q, sort: sort?.join(',') } });
    }
    return placeInTrail(modelName(model), id);
  }, [client, model, id]);
}
