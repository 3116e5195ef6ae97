import { Alert, Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import { freePlace, type Place, placesOf, readingOrder, sizeOf } from '~/widgets/layout.ts';
import { reordered } from '~/widgets/reorder.ts';
import type { Widget } from '~/widgets/widget.ts';
import { EditableGrid } from './editable-grid.tsx';
import { useDraftData } from './use-draft-data.ts';
import { WidgetEditor } from './widget-editor.tsx';
import { WidgetMenu } from './widget-menu.tsx';

interface DashboardEditorProps {
  readonly dashboard: Dashboard;
  readonly onLeave: () => void;
}

/** Gives every widget a position, so that the grid need not compute it each time. */
const withPlaces = (widgets: readonly Widget[]): Widget[] => {
  const places = placesOf(widgets);
  return widgets.map((widget, n) => ({ ...widget, ...places[n] }));
};

/** Edits a dashboard. Nothing is stored before the person saves. */
export function DashboardEditor({ dashboard, onLeave }: DashboardEditorProps) {
  const { t } = useTranslation('dashboards');
  const { widgets, changed, announcement, titleOf, put, copy, remove, place, mover, keep } = useWidgets(dashboard);
  /** The index of the widget in the dialog. A new widget has the number of widgets as its index. */
  const [edited, setEdited] = useState<number>();
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
  const save = useSave(dashboard, widgets, () => {
    keep();
    leave();
  });
  const conflict = save.error instanceof ApiError && save.error.code === 'version_mismatch';
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
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <Stack gap="sm">
        {save.error && !conflict && <ErrorState error={save.error} />}
        {conflict && <ConflictNotice onOverwrite={() => save.mutate(true)} onDiscard={leave} />}
        {widgets.length === 0 && (
          <EmptyState icon={IconLayoutDashboard} title={t('empty.title')} text={t('empty.text')} action={add} />
        )}
        <EditableGrid
          widgets={widgets}
          data={data}
          editing={{
            onPlaces: place,
            actions: (index) => (
              <WidgetMenu
                title={titleOf(index)}
                onEdit={() => setEdited(index)}
                onMoveUp={mover(index, -1)}
                onMoveDown={mover(index, 1)}
                onCopy={() => copy(index)}
                onRemove={() => remove(index)}
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
          onDone={(widget) => {
            put(edited, widget);
            setEdited(undefined);
          }}
        />
      )}
      {blocker.status === 'blocked' && <LeaveModal onStay={blocker.reset} onLeave={blocker.proceed} />}
    </Page>
  );
}

/** The widgets of a dashboard while it is edited. */
function useWidgets(dashboard: Dashboard) {
  const { t } = useTranslation('dashboards');
  const [saved, setSaved] = useState(() => withPlaces(dashboard.widgets ?? []));
  const [widgets, setWidgets] = useState(saved);
  const [announcement, setAnnouncement] = useState('');
  const titleOf = (index: number) => widgets[index]?.title || t(`type.${widgets[index]?.type ?? 'text'}`);
  const place = (places: readonly Place[]) => setWidgets(widgets.map((widget, n) => ({ ...widget, ...places[n] })));
  return {
    widgets,
    changed: JSON.stringify(widgets) !== JSON.stringify(saved),
    announcement,
    titleOf,
    place,
    /** Replaces a widget, or adds one in a free place. */
    put: (index: number, widget: Widget) => {
      const free = index < widgets.length ? widgets[index] : freePlace(placesOf(widgets), sizeOf(widget));
      const { x, y, w, h } = free as Required<Pick<Widget, 'x' | 'y' | 'w' | 'h'>>;
      setWidgets(Object.assign([...widgets], { [index]: { ...widget, x, y, w, h } }));
    },
    copy: (index: number) => {
      const widget = widgets[index] as Widget;
      const free = freePlace(placesOf(widgets), { w: widget.w ?? 3, h: widget.h ?? 2 });
      setWidgets([...widgets, { ...widget, ...free }]);
    },
    remove: (index: number) => setWidgets(widgets.filter((_, n) => n !== index)),
    /** Moves a widget by one place in reading order; undefined at the end. */
    mover: (index: number, step: -1 | 1) => {
      const places = reordered(placesOf(widgets), index, step);
      if (!places) return undefined;
      return () => {
        place(places);
        const position = readingOrder(places).indexOf(index) + 1;
        setAnnouncement(t('movedWidget', { title: titleOf(index), position, total: widgets.length }));
      };
    },
    /** Notes that the widgets are stored. */
    keep: () => setSaved(widgets),
  };
}

/** Saves the widgets. The argument of the mutation is true to overwrite a version that somebody else saved. */
function useSave(dashboard: Dashboard, widgets: readonly Widget[], onSaved: () => void) {
  const { t } = useTranslation('dashboards');
  const refresh = useRefresh(dashboardsPath);
  const [version, setVersion] = useState(dashboard.version);
  return useMutation({
    // To overwrite, the newest version is read first, because it may have changed again since the refusal.
    mutationFn: async (overwrite: boolean) => {
      const over = overwrite ? (await records.get(dashboardsPath, dashboard._id)).version : version;
      return records.update(dashboardsPath, dashboard._id, { widgets }, { version: over });
    },
    onSuccess: async (record) => {
      setVersion(record.version);
      await refresh();
      notifyDone(t('saved'));
      onSaved();
    },
  });
}

interface ConflictNoticeProps {
  readonly onOverwrite: () => void;
  readonly onDiscard: () => void;
}

/** Shown when somebody else saved the dashboard in the meantime. */
function ConflictNotice({ onOverwrite, onDiscard }: ConflictNoticeProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Alert color="yellow" title={t('conflict.title')} role="alert">
      <Stack gap="xs">
        <Text size="sm">{t('conflict.text')}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={onOverwrite}>
            {t('conflict.overwrite')}
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface LeaveModalProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

function LeaveModal({ onStay, onLeave }: LeaveModalProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Modal opened onClose={onStay} title={t('leave.title')} size="sm">
      <Text size="sm">{t('leave.text')}</Text>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('leave.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
