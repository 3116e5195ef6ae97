import { ActionIcon, Box, Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconFlask,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconSettings,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { DescribeButton } from '~/views/parts/describe-button.tsx';
import { useFlow } from './flow/flow-context.ts';
import { settingsKey } from './flow/problems.ts';
import type { FlowDraft } from './flow/use-flow-draft.ts';
import { ActivateDialog } from './panels/activate-dialog.tsx';
import { EnrollDialog } from './panels/enroll-dialog.tsx';
import { TestDialog } from './panels/test-dialog.tsx';
import { VersionsDrawer } from './panels/versions-drawer.tsx';
import type { SaveFlow } from './use-save-flow.tsx';
import { useWorkflowStats } from './workflows-api.ts';

interface FlowToolbarProps {
  readonly workflow: RecordData;
  readonly draft: FlowDraft;
  readonly save: SaveFlow;
  /** True when the person may activate the workflow and enroll records. */
  readonly canRun: boolean;
  /** The choice between graph and list. */
  readonly children: ReactNode;
}

type Dialog = 'activate' | 'test' | 'enroll' | 'versions';

/** The buttons of the editor: undo, save, and the actions that the state of the workflow allows. */
export function FlowToolbar({ workflow, draft, save, canRun, children }: FlowToolbarProps) {
  const { t } = useTranslation('workflows');
  const { canWrite, flow, model, problems, open } = useFlow();
  const [dialog, setDialog] = useState<Dialog>();
  const { data: stats } = useWorkflowStats(workflow._id);
  const close = () => setDialog(undefined);
  const active = stats?.active ?? 0;
  const activate = async (move: boolean) => {
    await save.activate(move);
    close();
  };
  const startActivation = () => {
    // Records that are in an older version may go on by the new one.
    if (active > 0 && typeof workflow.activeVersion === 'number') setDialog('activate');
    else void activate(false);
  };
  return (
    <Group gap="xs" role="toolbar" aria-label={t('toolbar')}>
      {canWrite && <EditButtons draft={draft} save={save} />}
      {canWrite && flow.steps.length === 0 && <DescribeButton question={t('describe.existing')} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSettings size={16} />}
        {...(problems.has(settingsKey) && { color: 'red', variant: 'outline' })}
        onClick={() => open({ kind: 'settings' })}
      >
        {t('settings.open')}
      </Button>
      {canRun && <StateButtons workflow={workflow} save={save} onActivate={startActivation} />}
      {canRun && model && (
        <Button size="xs" variant="default" leftSection={<IconFlask size={16} />} onClick={() => setDialog('test')}>
          {t('test.open')}
        </Button>
      )}
      {canRun && model && workflow.status === 'active' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconUserPlus size={16} />}
          onClick={() => setDialog('enroll')}
        >
          {t('enroll.open')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUsers size={16} />}
        onClick={() => open({ kind: 'enrollments' })}
      >
        {t('runs.open')}
      </Button>
      <MoreMenu workflow={workflow} save={save} canRun={canRun} onVersions={() => setDialog('versions')} />
      {draft.isDirty && (
        <Text size="xs" c="dimmed" role="status">
          {t('unsaved')}
        </Text>
      )}
      <Box ml="auto">{children}</Box>
      {dialog === 'activate' && (
        <ActivateDialog active={active} isBusy={save.busy !== undefined} onActivate={activate} onClose={close} />
      )}
      {dialog === 'test' && model && <TestDialog id={workflow._id} model={model} prepare={save.save} onClose={close} />}
      {dialog === 'enroll' && model && <EnrollDialog id={workflow._id} model={model} onClose={close} />}
      {dialog === 'versions' && (
        <VersionsDrawer id={workflow._id} activeVersion={workflow.activeVersion} onClose={close} />
      )}
    </Group>
  );
}

function EditButtons({ draft, save }: Pick<FlowToolbarProps, 'draft' | 'save'>) {
  const { t } = useTranslation('workflows');
  return (
    <>
      <Tooltip label={t('undo')}>
        <ActionIcon size={30} variant="default" aria-label={t('undo')} disabled={!draft.canUndo} onClick={draft.undo}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('redo')}>
        <ActionIcon size={30} variant="default" aria-label={t('redo')} disabled={!draft.canRedo} onClick={draft.redo}>
          <IconArrowForwardUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Button
        size="xs"
        variant={draft.isDirty ? 'filled' : 'default'}
        disabled={!draft.isDirty}
        loading={save.busy === 'save'}
        onClick={() => void save.save()}
      >
        {t('common:save')}
      </Button>
    </>
  );
}

interface StateButtonsProps extends Pick<FlowToolbarProps, 'workflow' | 'save'> {
  readonly onActivate: () => void;
}

function StateButtons({ workflow: { status }, save, onActivate }: StateButtonsProps) {
  const { t } = useTranslation('workflows');
  if (status === 'archived') return null;
  return (
    <>
      {status === 'paused' && (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={16} />}
          loading={save.busy === 'resume'}
          onClick={() => void save.change('resume')}
        >
          {t('verb.resume.action')}
        </Button>
      )}
      <Button
        size="xs"
        variant={status === 'draft' ? 'filled' : 'default'}
        leftSection={<IconPlayerPlay size={16} />}
        loading={save.busy === 'activate'}
        onClick={onActivate}
      >
        {t(status === 'draft' ? 'activate.action' : 'activate.again')}
      </Button>
      {status === 'active' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={save.busy === 'pause'}
          onClick={() => void save.change('pause')}
        >
          {t('verb.pause.action')}
        </Button>
      )}
    </>
  );
}

interface MoreMenuProps extends Pick<FlowToolbarProps, 'workflow' | 'save' | 'canRun'> {
  readonly onVersions: () => void;
}

function MoreMenu({ workflow, save, canRun, onVersions }: MoreMenuProps) {
  const { t } = useTranslation('workflows');
  const archive = () =>
    confirm({
      title: t('verb.archive.title'),
      text: t('verb.archive.text'),
      action: t('verb.archive.action'),
      danger: true,
      run: () => void save.change('archive'),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} variant="default" aria-label={t('more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={onVersions}>
          {t('versions.title')}
        </Menu.Item>
        {canRun && workflow.status !== 'archived' && (
          <Menu.Item leftSection={<IconArchive size={16} />} color="red" onClick={archive}>
            {t('verb.archive.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
