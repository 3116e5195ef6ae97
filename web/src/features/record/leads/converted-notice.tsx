import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { convertedPaths, unconvertLead } from './leads-api.ts';

interface ConvertedNoticeProps {
  readonly lead: RecordData;
  readonly canUndo: boolean;
}

/** Says what a converted lead became, with an offer to undo it. */
export function ConvertedNotice({ lead, canUndo }: ConvertedNoticeProps) {
  const { t } = useTranslation('leads');
  const undo = useAction({
    run: () => unconvertLead(lead._id),
    refresh: useRefresh(...convertedPaths),
    done: ({ kept }) => (kept.length === 0 ? t('undo.done') : t('undo.kept', { count: kept.length })),
  });
  const ask = () =>
    confirm({ title: t('undo.title'), text: t('undo.text'), action: t('undo.action'), run: () => undo.run() });
  return (
    <Alert color="teal" icon={<IconCircleCheck size={18} />} title={t('converted.title')}>
      <Group justify="space-between" gap="sm">
        <Group gap="md">
          <BecameLink model="sales.contacts" id={lead.convertedContactId} />
          <BecameLink model="sales.accounts" id={lead.convertedAccountId} />
          <BecameLink model="sales.opportunities" id={lead.convertedOpportunityId} />
          <Text size="sm" c="dimmed">
            <TimeText value={String(lead.convertedAt)} />
          </Text>
        </Group>
        {canUndo && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            loading={undo.isRunning}
            onClick={ask}
          >
            {t('undo.action')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function BecameLink({ model, id }: { readonly model: string; readonly id: unknown }) {
  const { t } = useTranslation('leads');
  const name = useRecordLabel(model, id);
  const [moduleKey, slug] = model.split('.');
  if (typeof id !== 'string') return null;
  return (
    <Anchor component={Link} to={`/m/${moduleKey}/${slug}/${id}`} size="sm">
      {t(`converted.${slug}`, { name: name ?? '…' })}
    </Anchor>
  );
}
