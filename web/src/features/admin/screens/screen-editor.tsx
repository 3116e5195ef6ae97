import { Box, Button, Stack, Switch, TextInput, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { DescriptionAndAudience } from '../parts/description-and-audience.tsx';
import { EditorFrame } from '../parts/editor-frame.tsx';
import { LookInputs } from '../parts/look-inputs.tsx';
import { useEditor } from '../parts/use-editor.ts';
import { ModelSelect } from './model-select.tsx';
import { Preview } from './preview.tsx';
import {
  changesOf,
  emptyScreen,
  layouts,
  type ScreenLayout,
  type ScreenRecord,
  screensPath,
  valuesOf,
  withModel,
} from './screen-values.ts';
import classes from './screens.module.css';
import { ViewInputs } from './view-inputs.tsx';

const inputs = [
  'name',
  'description',
  'modelKey',
  'layout',
  'columns',
  'defaultFilter',
  'defaultSort',
  'groupByField',
  'dateField',
  'dashboardId',
  'icon',
  'color',
  'roleNames',
  'teamIds',
];

interface ScreenEditorProps {
  /** The model of screens. */
  readonly screens: Model;
  /** Undefined for a new screen. */
  readonly screen: ScreenRecord | undefined;
}

export function ScreenEditor({ screens, screen }: ScreenEditorProps) {
  const { t } = useTranslation('screens');
  const registry = useRegistry();
  const editor = useEditor<ScreenRecord, typeof emptyScreen>({
    path: screensPath,
    listPath: '/admin/screens',
    record: screen,
    empty: emptyScreen,
    valuesOf,
    changesOf: (values, before) => changesOf(values, before, screens),
    inputs,
  });
  const { values, set, problems } = editor;
  const model = registry.find(values.modelKey ?? '');
  const dashboard = registry.field(screens, 'dashboardId');
  const isView = values.layout === 'list' || values.layout === 'kanban' || values.layout === 'calendar';
  return (
    <EditorFrame
      editor={editor}
      name={screen?.name}
      newTitle={t('screen.new')}
      back={{ to: '/admin/screens', label: t('screens.title') }}
      actions={
        screen && (
          <Button
            component={Link}
            to={`/s/${screen._id}`}
            variant="default"
            leftSection={<IconExternalLink size={16} />}
          >
            {t('screen.open')}
          </Button>
        )
      }
    >
      <div className={classes.editor}>
        <Stack gap="sm">
          <TextInput
            label={t('screen.name')}
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={problems.fields.name}
            maxLength={255}
            required
            data-autofocus={!screen || undefined}
          />
          <Select
            label={t('screen.layout')}
            data={layouts.map((layout) => ({ value: layout, label: t(`layouts.${layout}`) }))}
            value={values.layout}
            onChange={(layout) => layout && set({ layout: layout as ScreenLayout })}
            error={problems.fields.layout}
            allowDeselect={false}
          />
          {values.layout === 'dashboard' ? (
            dashboard && (
              <FieldInput
                field={dashboard}
                model={screens}
                value={values.dashboardId}
                onChange={(id) => set({ dashboardId: typeof id === 'string' ? id : null })}
                error={problems.fields.dashboardId}
              />
            )
          ) : (
            <ModelSelect
              value={values.modelKey}
              onChange={(next) => set(withModel(values, next, modelName(next)))}
              error={problems.fields.modelKey}
            />
          )}
          {model && isView && <ViewInputs model={model} values={values} problems={problems.fields} onChange={set} />}
          <Title order={2} size="h4" mt="xs">
            {t('look.title')}
          </Title>
          <LookInputs
            icon={values.icon}
            color={values.color}
            layout={values.layout}
            problems={problems.fields}
            onChange={set}
          />
          <DescriptionAndAudience model={screens} values={values} problems={problems.fields} onChange={set} />
          <Box>
            <Switch
              label={t('active')}
              description={t('screen.activeHelp')}
              checked={values.active}
              onChange={(event) => set({ active: event.currentTarget.checked })}
            />
          </Box>
        </Stack>
        <Preview model={model} values={values} onChange={set} />
      </div>
    </EditorFrame>
  );
}
