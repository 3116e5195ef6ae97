import { SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Model } from '~/metadata/model.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { ofRecords } from '~/views/definition/of-records.ts';
import { plainField, recordField } from '../forms/plain-fields.ts';
import { enrollmentsPath, workflowActions, workflowsPath } from '../workflows-api.ts';

interface EnrollDialogProps {
  readonly id: string;
  readonly model: Model;
  readonly onClose: () => void;
}

/** Enrolls records: some, or the members of a segment. */
export function EnrollDialog({ id, model, onClose }: EnrollDialogProps) {
  const { t } = useTranslation('workflows');
  const refresh = useRefresh(workflowsPath, enrollmentsPath);
  const [kind, setKind] = useState('records');
  const [records, setRecords] = useState<unknown>([]);
  const [segmentId, setSegmentId] = useState<unknown>(null);
  const ids = Array.isArray(records) ? records.map(String) : [];
  const enroll = useMutation({
    mutationFn: () =>
      workflowActions.enroll(id, kind === 'records' ? { records: ids } : { segmentId: String(segmentId) }),
    onSuccess: ({ accepted, skipped }) => {
      notifyDone(
        accepted === null
          ? t('enroll.background')
          : [t('enroll.done', { count: accepted }), skipped ? t('enroll.skipped', { count: skipped }) : '']
              .join(' ')
              .trim(),
      );
      onClose();
    },
    onSettled: refresh,
  });
  const [moduleKey, slug] = [model.moduleKey, model.slug];
  return (
    <FormDialog
      title={t('enroll.title')}
      action={t('enroll.action')}
      disabled={kind === 'records' ? ids.length === 0 : typeof segmentId !== 'string'}
      isBusy={enroll.isPending}
      error={enroll.error}
      onSubmit={() => enroll.mutate()}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={t('enroll.title')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'records', label: model.labelPlural },
          { value: 'segment', label: t('enroll.segment') },
        ]}
      />
      {kind === 'records' ? (
        <FieldInput
          key={kind}
          field={plainField({
            key: 'records',
            type: 'references',
            label: model.labelPlural,
            reference: { moduleKey, slug },
          })}
          model={model}
          value={records}
          onChange={setRecords}
        />
      ) : (
        <FieldInput
          key={kind}
          field={recordField('segmentId', t('part.segmentId'), 'marketing.segments', {
            help: t('enroll.segmentHelp', { records: model.labelPlural }),
          })}
          model={model}
          value={segmentId}
          only={ofRecords(model)}
          onChange={setSegmentId}
        />
      )}
    </FormDialog>
  );
}
