import { ActionIcon, Alert, Button, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { IconCopy, IconDots, IconLayoutDashboard, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import { freePlace, placesOf, sizes } from '~/widgets/layout.ts';
import type { Widget } from '~/widgets/widget.ts';
import { EditableGrid } from './editable-grid.tsx';
import { useDraftData } from './use-draft-data.ts';
import { WidgetEditor } from './widget-editor.tsx';

interface DashboardEditorProps {
  readonly dashboard: Dashboard;
  readonly onLeave: () => void;
}

/** Every widget with its place, so that the grid does not have to find one each time. */
const withPlaces = (widgets: readonly Widget[]): Widget[] => {
  const places = placesOf(widgets);
  return widgets.map((widget, n) => ({ ...widget, ...places[n] }));
};

/** A dashboard while it is changed. Nothing is stored before it is saved. */
export function DashboardEditor({ dashboard, onLeave }: DashboardEditorProps) {
  const { t } = useTranslation('dashboards');
  const client = useQueryClient();
  const [saved, setSaved] = useState(() => withPlaces(dashboard.widgets ?? []));
  const [widgets, setWidgets] = useState(saved);
  const [version, setVersion] = useState(dashboard.version);
  /** The index of the widget in the editor; the number of widgets for a new one. */
  const [edited, setEdited] = useState<number>();
  const changed = JSON.stringify(widgets) !== JSON.stringify(saved);
  const leaving = useRef(false);
  const data = useDraftData(dashboard, widgets);
  const blocker = useBlocker({
    shouldBlockFn: () => changed && !leaving.current,
    enableBeforeUnload: () => changed && !leaving.current,
    withResolver: true,
  });
  const leave = () => {
    leaving.current = true;
    onLeave();
  };
  const save = useMutation({
    // To overwrite, the newest version is read: it may have changed again since the refusal.
    mutationFn: async (overwrite: boolean) => {
      const over = overwrite ? (await records.get(dashboardsPath, dashboard._id)).version : version;
      return records.update(dashboardsPath, dashboard._id, { widgets }, { version: over });
    },
    onSuccess: async (record) => {
      setSaved(widgets);
      setVersion(record.version);
      await client.invalidateQueries({ queryKey: keys.model(dashboardsPath) });
      notifyDone(t('saved'));
      leave();
    },
  });
  const conflict = save.error instanceof ApiError && save.error.code === 'version_mismatch';
  const put = (index: number, widget: Widget) => {
    const place = index < widgets.length ? widgets[index] : freePlace(placesOf(widgets), sizes[widget.type]);
    const { x, y, w, h } = place as Required<Pick<Widget, 'x' | 'y' | 'w' | 'h'>>;
    setWidgets(Object.assign([...widgets], { [index]: { ...widget, x, y, w, h } }));
    setEdited(undefined);
  };
  const copy = (index: number) => {
    const widget = widgets[index] as Widget;
    const place = freePlace(placesOf(widgets), { w: widget.w ?? 3, h: widget.h ?? 2 });
    setWidgets([...widgets, { ...widget, ...place }]);
  };
  const add = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => setEdited(widgets.length)}>
      {t('addWidget')}
    </Button>
  );
  return (
    <Page
      title={dashboard.name}
      actions={
        <>
          {add}
          <Button size="xs" variant="default" onClick={leave}>
            {t(changed ? 'discard' : 'common:close')}
          </Button>
          <Button size="xs" disabled={!changed} loading={save.isPending} onClick={() => save.mutate(false)}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {save.error && !conflict && <ErrorState error={save.error} />}
        {conflict && (
          <Alert color="yellow" title={t('conflict.title')} role="alert">
            <Stack gap="xs">
              <Text size="sm">{t('conflict.text')}</Text>
              <Group gap="xs">
                <Button size="xs" onClick={() => save.mutate(true)}>
                  {t('conflict.overwrite')}
                </Button>
                <Button size="xs" variant="default" onClick={leave}>
                  {t('discard')}
                </Button>
              </Group>
            </Stack>
          </Alert>
        )}
        {widgets.length === 0 && (
          <EmptyState icon={IconLayoutDashboard} title={t('empty.title')} text={t('empty.text')} action={add} />
        )}
        <EditableGrid
          widgets={widgets}
          data={data}
          editing={{
            onPlaces: (places) => setWidgets(widgets.map((widget, n) => ({ ...widget, ...places[n] }))),
            actions: (index) => (
              <WidgetMenu
                title={widgets[index]?.title || t(`type.${widgets[index]?.type ?? 'text'}`)}
                onEdit={() => setEdited(index)}
                onCopy={() => copy(index)}
                onRemove={() => setWidgets(widgets.filter((_, n) => n !== index))}
              />
            ),
          }}
        />
      </Stack>
      {edited !== undefined && (
        <WidgetEditor
          widget={widgets[edited]}
          dashboard={dashboard}
          onClose={() => setEdited(undefined)}
          onDone={(widget) => put(edited, widget)}
        />
      )}
      {blocker.status === 'blocked' && (
        <Modal opened onClose={blocker.reset} title={t('leave.title')} size="sm">
          <Text size="sm">{t('leave.text')}</Text>
          <Group justify="flex-end" mt="md" gap="xs">
            <Button variant="default" onClick={blocker.reset} data-autofocus>
              {t('leave.stay')}
            </Button>
            <Button color="red" onClick={blocker.proceed}>
              {t('leave.leave')}
            </Button>
          </Group>
        </Modal>
      )}
    </Page>
  );
}

interface WidgetMenuProps {
  readonly title: string;
  readonly onEdit: () => void;
  readonly onCopy: () => void;
  readonly onRemove: () => void;
}

function WidgetMenu({ title, onEdit, onCopy, onRemove }: WidgetMenuProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('editWidgetOf', { title })} onClick={onEdit}>
        <IconPencil size={15} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('actionsOf', { title })}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={onCopy}>
            {t('duplicateWidget')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={onRemove}>
            {t('removeWidget')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
