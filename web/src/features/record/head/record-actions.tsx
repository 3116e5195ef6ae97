import { ActionIcon, Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconArrowMerge,
  IconCheckbox,
  IconCopy,
  IconDots,
  IconDownload,
  IconLink,
  IconMail,
  IconPencil,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { useAiModel } from '~/metadata/ai.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { useCanMerge } from '~/metadata/mergeable.ts';
import { type Model, modelName, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone } from '~/ui/notify.ts';
import { contentUrl } from '../files/file-type.ts';
import { panelLinks, taskTarget } from '../panel-links.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { duplicateValues } from './duplicate.ts';
import { EditDrawer } from './edit-drawer.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const RecordWorkflowsDrawer = lazy(() =>
  import('../workflows/runs/record-workflows-drawer.tsx').then((module) => ({ default: module.RecordWorkflowsDrawer })),
);
const SummaryButton = lazy(() => import('./summary-button.tsx').then((module) => ({ default: module.SummaryButton })));

const withoutWorkflows: ReadonlySet<string> = new Set([
  'ai',
  'communications',
  'identity',
  'integrations',
  'marketing',
]);

interface RecordActionsProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

export function RecordActions({ model, record, included }: RecordActionsProps) {
  const { t } = useTranslation('record');
  const can = useCan();
  const canMerge = useCanMerge();
  const aiModel = useAiModel();
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'merge' | 'workflows'>();
  const canWrite = can.writeRecord(model, record);
  const isContact = modelName(model) === 'sales.contacts';
  // Users are deactivated in the administration instead of deleted.
  const canDelete = canWrite && modelName(model) !== 'identity.users';
  const email = model.slug !== 'emails' && typeof record.email === 'string' && record.email !== '' && record.email;
  // Only file records have content on this server.
  const content = contentUrl(record);
  const workflows = useRegistry().at('marketing', 'workflowEnrollments');
  // Records of these modules are about the platform or marketing itself, and go through no workflows as a rule.
  const mayBeEnrolled = workflows !== undefined && can.read(workflows) && !withoutWorkflows.has(model.moduleKey);
  const close = () => setDialog(undefined);
  return (
    <>
      {aiModel !== undefined && (
        <Suspense fallback={null}>
          <SummaryButton model={model} id={record._id} version={record.version} aiModel={aiModel} />
        </Suspense>
      )}
      {email && can.scope('communications:write') && (
        <Button
          component={Link}
          to="/mail/compose"
          search={{ to: email, ...(isContact && { contactId: record._id }) } as never}
          size="xs"
          variant="default"
          leftSection={<IconMail size={16} />}
        >
          {t('actions.mail')}
        </Button>
      )}
      {content !== undefined && (
        <Button
          component="a"
          href={content}
          download={recordLabel(model, record)}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {t('files.download')}
        </Button>
      )}
      {canWrite && (
        <Button size="xs" variant="default" leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
          {t('common:edit')}
        </Button>
      )}
      <MoreMenu
        model={model}
        record={record}
        onDelete={canDelete ? () => setDialog('delete') : undefined}
        onMerge={canMerge(model) ? () => setDialog('merge') : undefined}
        onWorkflows={mayBeEnrolled ? () => setDialog('workflows') : undefined}
      />
      {dialog === 'workflows' && (
        <Suspense fallback={null}>
          <RecordWorkflowsDrawer model={model} record={record} onClose={close} />
        </Suspense>
      )}
      {dialog === 'edit' && <EditDrawer model={model} record={record} included={included} onClose={close} />}
      {dialog === 'merge' && <MergeDialog model={model} record={record} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog model={model} record={record} onClose={close} />}
    </>
  );
}

interface MoreMenuProps extends Pick<RecordActionsProps, 'model' | 'record'> {
  /** Undefined when the person may not delete the record. */
  readonly onDelete: (() => void) | undefined;
  /** Undefined when the person may not merge records of the model. */
  readonly onMerge: (() => void) | undefined;
  /** Undefined when the record goes through no workflows, or the person may not see them. */
  readonly onWorkflows: (() => void) | undefined;
}

function MoreMenu({ model, record, onDelete, onMerge, onWorkflows }: MoreMenuProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const can = useCan();
  const { user } = useMe();
  const create = useCreateRecord();
  const navigate = useNavigate();
  const clipboard = useClipboard();
  const tasks = taskTarget(panelLinks(registry, model, can.read).get('tasks') ?? [], can.write);

  const duplicate = async () => {
    const copy = await create(model, duplicateValues(model, record), { once: true });
    if (copy) await navigate({ to: recordPath(model, copy._id) });
  };
  const followUp = async () => {
    if (!tasks) return;
    const title = t('actions.followUpTitle', { title: recordLabel(model, record) });
    const initial = { title, [tasks.field.key]: record._id, assignedUserId: user._id };
    const task = await create(tasks.model, initial, { once: true });
    if (task) notifyDone(t('actions.followUpDone'));
  };
  const copyLink = () => {
    clipboard.copy(new URL(`/app${recordPath(model, record._id)}`, location.href).href);
    notifyDone(t('actions.linkCopied'));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t('actions.more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {tasks && (
          <Menu.Item leftSection={<IconCheckbox size={16} />} onClick={followUp}>
            {t('actions.followUp')}
          </Menu.Item>
        )}
        {can.write(model) && (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={duplicate}>
            {t('actions.duplicate')}
          </Menu.Item>
        )}
        {onWorkflows && (
          <Menu.Item leftSection={<IconRoute size={16} />} onClick={onWorkflows}>
            {t('actions.workflows')}
          </Menu.Item>
        )}
        {onMerge && (
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={onMerge}>
            {t('actions.merge')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
          {t('actions.copyLink')}
        </Menu.Item>
        {onDelete && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={onDelete}>
              {t('common:delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
