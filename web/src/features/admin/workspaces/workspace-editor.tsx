import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { DescriptionAndAudience } from '../parts/description-and-audience.tsx';
import { EditorFrame } from '../parts/editor-frame.tsx';
import { LookInputs } from '../parts/look-inputs.tsx';
import { useEditor } from '../parts/use-editor.ts';
import { ScreensInput } from './screens-input.tsx';
import {
  changesOf,
  emptyWorkspace,
  valuesOf,
  type WorkspaceRecord,
  type WorkspaceValues,
  withScreens,
  workspacesPath,
} from './workspace-values.ts';

const inputs = ['name', 'description', 'screenIds', 'defaultScreenId', 'icon', 'color', 'roleNames', 'teamIds'];

interface WorkspaceEditorProps {
  /** The model of workspaces. */
  readonly model: Model;
  /** Undefined for a new workspace. */
  readonly workspace: WorkspaceRecord | undefined;
}

export function WorkspaceEditor({ model, workspace }: WorkspaceEditorProps) {
  const { t } = useTranslation('screens');
  const editor = useEditor<WorkspaceRecord, WorkspaceValues>({
    path: workspacesPath,
    listPath: '/admin/workspaces',
    record: workspace,
    empty: emptyWorkspace,
    valuesOf,
    changesOf: (values, before) => changesOf(values, before, model),
    inputs,
  });
  const { values, set, problems } = editor;
  return (
    <EditorFrame
      editor={editor}
      name={workspace?.name}
      newTitle={t('workspace.new')}
      back={{ to: '/admin/workspaces', label: t('workspaces.title') }}
      width={960}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack gap="sm">
          <TextInput
            label={t('workspace.name')}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={problems.fields.name}
            maxLength={255}
            required
            data-autofocus={!workspace || undefined}
          />
          <LookInputs icon={values.icon} color={values.color} problems={problems.fields} onChange={set} />
          <DescriptionAndAudience model={model} values={values} problems={problems.fields} onChange={set} />
          <Switch
            label={t('workspace.isDefault')}
            description={t('workspace.isDefaultHelp')}
            checked={values.isDefault}
            onChange={(event) => set({ isDefault: event.currentTarget.checked })}
          />
          <Switch
            label={t('active')}
            description={t('workspace.activeHelp')}
            checked={values.active}
            onChange={(event) => set({ active: event.currentTarget.checked })}
          />
        </Stack>
        <ScreensInput
          value={values.screenIds}
          first={values.defaultScreenId}
          onChange={(screenIds) => set(withScreens(values, screenIds))}
          onFirst={(defaultScreenId) => set({ defaultScreenId })}
          error={problems.fields.screenIds ?? problems.fields.defaultScreenId}
        />
      </SimpleGrid>
    </EditorFrame>
  );
}
