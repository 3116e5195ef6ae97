import { Anchor, Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ai, type Undone } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { refreshWritten } from '~/api/refresh.ts';
import { recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';

interface UndoChangesProps {
  readonly completionId: string;
  readonly count: number;
}

/** Undoes all changes of one run of a language model or program. Values changed since then are kept and listed. */
export function UndoChanges({ completionId, count }: UndoChangesProps) {
  const { t } = useTranslation('assistant');
  const client = useQueryClient();
  const registry = useRegistry();
  const undo = useMutation({
    mutationFn: () => ai.undo(completionId),
    onSuccess: ({ undone }) => {
      for (const { model } of undone) {
        const { path } = registry.find(model) ?? {};
        if (path !== undefined) void refreshWritten(client, keys.model(path));
      }
    },
    onError: (error) => notifyError(error),
  });
  if (undo.data) return <Outcome result={undo.data} />;
  return (
    <div>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} />}
        loading={undo.isPending}
        onClick={() => undo.mutate()}
      >
        {t('undo.action', { count })}
      </Button>
    </div>
  );
}

function Outcome({ result: { undone, kept } }: { readonly result: Undone }) {
  const { t } = useTranslation('assistant');
  const registry = useRegistry();
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {undone.length === 0 && kept.length === 0 ? t('undo.nothing') : t('undo.done', { count: undone.length })}
      </Text>
      {kept.map(({ model: name, id, reason }) => {
        const model = registry.find(name);
        return (
          <Text key={`${name} ${id}`} size="xs" style={{ overflowWrap: 'anywhere' }}>
            {model ? (
              <Anchor component={Link} to={recordPath(model, id)} inherit>
                {model.label}
              </Anchor>
            ) : (
              name
            )}{' '}
            {t('undo.kept', { reason })}
          </Text>
        );
      })}
    </div>
  );
}
