import { Button, Drawer, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { type Dashboard, previewQuery } from '~/widgets/data.ts';
import { type Widget, type WidgetType, widgetTypes } from '~/widgets/widget.ts';
import { WidgetCard } from '~/widgets/widget-card.tsx';
import styles from './dashboards.module.css';
import { RecordSettings } from './record-settings.tsx';

interface WidgetEditorProps {
  /** The widget to edit. Without it, a new one is created. */
  readonly widget?: Widget | undefined;
  /** The dashboard, whose period and filters apply to its widgets. */
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
  readonly onDone: (widget: Widget) => void;
}

const isComplete = ({ type, model, groupBy, content }: Widget): boolean =>
  type === 'text'
    ? content !== undefined && content.trim() !== ''
    : model !== undefined && (type !== 'chart' || groupBy !== undefined);

/** Removes settings that the type of the widget does not use. */
function cleaned(widget: Widget): Widget {
  const { type, title, content, groupBy, chartType, metric, columns, sort, limit, ...records } = widget;
  const name = title?.trim() ? { title: title.trim() } : {};
  if (type === 'text') return { type, ...name, content };
  const own =
    type === 'kpi'
      ? { metric: metric ?? 'count' }
      : type === 'chart'
        ? { metric: metric ?? 'count', groupBy, chartType: chartType ?? 'bar', limit }
        : { columns, sort, limit };
  return JSON.parse(JSON.stringify({ type, ...name, ...records, ...own }));
}

/** Edits a widget, with a preview of its data. */
export function WidgetEditor({ widget, dashboard, onClose, onDone }: WidgetEditorProps) {
  const { t } = useTranslation('dashboards');
  const [draft, setDraft] = useState<Widget>(widget ?? { type: 'kpi', metric: 'count' });
  const set = (change: Partial<Widget>) => setDraft((before) => ({ ...before, ...change }));
  const [shown] = useDebouncedValue(cleaned(draft), 300, { leading: true });
  const complete = isComplete(draft);
  const preview = useQuery({ ...previewQuery(shown, dashboard), enabled: complete && isComplete(shown) });
  const problems = preview.error instanceof ApiError ? preview.error.details : [];
  const problemOf = (key: string): string | undefined =>
    problems.find(({ field }) => field === `widget.${key}`)?.message.replace('widget.', '');
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={t(widget ? 'editWidget' : 'addWidget')}>
      <Form
        onSubmit={() => {
          if (complete) onDone(cleaned(draft));
        }}
      >
        <Stack gap="sm">
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('field.type')}
            data={widgetTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            value={draft.type}
            onChange={(type) => set({ type: type as WidgetType })}
          />
          {!complete && (
            <Text size="sm" c="dimmed" className={styles.incomplete}>
              {t('previewIncomplete')}
            </Text>
          )}
          {complete && preview.error && <ErrorState error={preview.error} onRetry={() => preview.refetch()} />}
          {complete && !preview.error && (
            <div className={styles.preview} data-type={draft.type}>
              <WidgetCard widget={shown} data={preview.data?.type === shown.type ? preview.data : undefined} />
            </div>
          )}
          <TextInput
            label={t('field.title')}
            maxLength={255}
            value={draft.title ?? ''}
            onChange={(event) => set({ title: event.currentTarget.value })}
            error={problemOf('title')}
          />
          {draft.type === 'text' ? (
            <Textarea
              label={t('field.content')}
              description={t('field.contentHelp')}
              autosize
              minRows={5}
              maxRows={16}
              maxLength={20_000}
              value={draft.content ?? ''}
              onChange={(event) => set({ content: event.currentTarget.value })}
              error={problemOf('content')}
            />
          ) : (
            <RecordSettings widget={draft} onChange={set} problemOf={problemOf} />
          )}
          <Group justify="flex-end" gap="xs" className={styles.footer}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" disabled={!complete || preview.isError}>
              {t(widget ? 'done' : 'common:add')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Drawer>
  );
}
