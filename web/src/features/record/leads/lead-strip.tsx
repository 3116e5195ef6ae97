import { Button, Group } from '@mantine/core';
import { IconArrowsSplit2, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { ConvertDialog } from './convert-dialog.tsx';
import { ConvertedNotice } from './converted-notice.tsx';
import { leadsPath, routeLead } from './leads-api.ts';
import { ScoreButton } from './score-button.tsx';

interface LeadStripProps {
  readonly model: Model;
  readonly lead: RecordData;
}

/** The actions of a lead: conversion, score and owner. A converted lead shows what it became. */
export function LeadStrip({ model, lead }: LeadStripProps) {
  const { t } = useTranslation('leads');
  const canWrite = useCan().writeRecord(model, lead);
  const [isConverting, setConverting] = useState(false);
  const route = useAction({
    run: () => routeLead(lead._id),
    refresh: useRefresh(leadsPath),
    done: ({ ruleId, reason }) => t(ruleId === null ? 'route.nobody' : 'route.done', { reason }),
  });
  if (lead.convertedAt) return <ConvertedNotice lead={lead} canUndo={canWrite} />;
  if (!canWrite) return null;
  return (
    <Group gap="xs">
      <Button size="xs" leftSection={<IconUserCheck size={16} />} onClick={() => setConverting(true)}>
        {t('convert.action')}
      </Button>
      <ScoreButton lead={lead} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsSplit2 size={16} />}
        loading={route.isRunning}
        onClick={() => route.run()}
      >
        {t('route.action')}
      </Button>
      {isConverting && <ConvertDialog lead={lead} onClose={() => setConverting(false)} />}
    </Group>
  );
}
