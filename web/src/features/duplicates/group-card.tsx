import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowMerge, IconEqualNot } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DuplicateGroup, duplicates, duplicatesKey, maxMerged } from '~/api/duplicates.ts';
import type { RecordData } from '~/api/records.ts';
import { recordLabel, secondLine } from '~/fields/reference/label.ts';
import { useReferencedAll } from '~/fields/reference/lookup.ts';
import { recordMark } from '~/fields/reference/mark.tsx';
import { useCan } from '~/metadata/access.ts';
import { mergePath, useCanMerge } from '~/metadata/mergeable.ts';
import { type Model, modelName, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { useAction } from '~/views/parts/use-action.ts';

/** The maximum of records that a card shows. */
const maxShown = 5;
/** The server dismisses at most so many records at once. */
const maxDismissed = 50;

interface GroupCardProps {
  readonly model: Model;
  readonly group: DuplicateGroup;
}

/** Records that seem to be the same, why, and what can be done. */
export function GroupCard({ model, group }: GroupCardProps) {
  const { t } = useTranslation('duplicates');
  const can = useCan();
  const canMerge = useCanMerge();
  const { ids } = group;
  const found = useReferencedAll(model, ids.slice(0, maxShown), undefined);
  const reason = useReason(model, group);
  const dismiss = useDismiss(model, ids);
  const merge = mergePath(model, ids.slice(0, maxMerged));
  return (
    <Paper withBorder p="sm" radius="sm" component="section" aria-label={reason}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={6} miw={0} flex={1}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {reason}
            </Text>
            {group.method === 'similar' && (
              <Badge
                variant="light"
                color="gray"
                size="sm"
                radius="sm"
                tt="none"
                c="var(--mantine-color-text)"
                fw={500}
              >
                {t('score', { percent: Math.round(group.score * 100) })}
              </Badge>
            )}
          </Group>
          {found.map((record, n) =>
            record === undefined ? (
              <Skeleton key={ids[n]} h={20} w={280} />
            ) : (
              record && <RecordLine key={record._id} model={model} record={record} />
            ),
          )}
          {ids.length > maxShown && (
            <Text size="sm" c="dimmed">
              {t('moreRecords', { count: ids.length - maxShown })}
            </Text>
          )}
        </Stack>
        <Group gap="xs">
          {can.write(model) && ids.length <= maxDismissed && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconEqualNot size={16} />}
              loading={dismiss.isRunning}
              onClick={() => dismiss.run()}
            >
              {t('dismiss')}
            </Button>
          )}
          {canMerge(model) && (
            <Button
              component={Link}
              to={merge.to}
              search={{ ...(merge.search as object), from: 'duplicates' } as never}
              size="xs"
              leftSection={<IconArrowMerge size={16} />}
            >
              {t('compare')}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

function RecordLine({ model, record }: { readonly model: Model; readonly record: RecordData }) {
  const { t } = useTranslation('duplicates');
  const second = secondLine(model, record);
  return (
    <Group gap={8} wrap="wrap">
      {recordMark(model, record)}
      <Anchor component={Link} to={recordPath(model, record._id)} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {recordLabel(model, record)}
      </Anchor>
      {second !== undefined && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {second}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('merge.created')} <Moment time={record.createdAt} />
      </Text>
    </Group>
  );
}

/** Returns a sentence that names the fields with equal values, in the language of the person. */
function useReason(model: Model, { method, fields }: DuplicateGroup): string {
  const { t, i18n } = useTranslation('duplicates');
  const registry = useRegistry();
  const labels = fields.map((key) => registry.field(model, key)?.label ?? key);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(labels);
  return t(method === 'similar' ? 'reason.similar' : 'reason.same', { fields: list });
}

/** Dismisses a group, and offers to list it again. */
function useDismiss(model: Model, ids: readonly string[]) {
  const { t } = useTranslation('duplicates');
  const client = useQueryClient();
  const name = modelName(model);
  const refresh = () => client.invalidateQueries({ queryKey: duplicatesKey(model.path) });
  return useAction({
    run: async () => {
      await duplicates.dismiss(name, ids);
      notifyUndo(t('dismissed'), async () => {
        await duplicates.dismiss(name, ids, true);
        await refresh();
      });
    },
    refresh,
  });
}
