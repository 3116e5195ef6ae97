import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Select } from '~/ui/select/select.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import { PeriodSelect } from '~/widgets/period-select.tsx';

const visibilities = ['everyone', 'team', 'private'] as const;
const teamsPath = '/api/identity/teams';
const teamsInput = { sort: ['name'], limit: 200, count: 'none' } as const;

interface SettingsModalProps {
  /** The dashboard to edit. Without it, a new one is created. */
  readonly dashboard?: Dashboard;
  readonly onClose: () => void;
  readonly onSaved?: (dashboard: Dashboard) => void;
}

/** Name, period and audience of a dashboard. */
export function SettingsModal({ dashboard, onClose, onSaved }: SettingsModalProps) {
  const { t } = useTranslation('dashboards');
  const refresh = useRefresh(dashboardsPath);
  const [values, setValues] = useState({
    name: dashboard?.name ?? '',
    description: dashboard?.description ?? '',
    visibility: dashboard?.visibility ?? 'everyone',
    teamId: dashboard?.teamId ?? null,
    period: dashboard?.period ?? null,
    refreshSeconds: dashboard?.refreshSeconds ?? null,
  });
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      const body = { ...values, teamId: values.visibility === 'team' ? values.teamId : null };
      const saved = dashboard
        ? await records.update(dashboardsPath, dashboard._id, body, { version: dashboard.version })
        : await records.create(dashboardsPath, body);
      return saved as unknown as Dashboard;
    },
    onSuccess: async (saved) => {
      await refresh();
      notifyDone(t(dashboard ? 'saved' : 'created'));
      onClose();
      onSaved?.(saved);
    },
  });
  const problemOf = (field: string) =>
    save.error instanceof ApiError ? save.error.details.find((detail) => detail.field === field)?.message : undefined;
  const known = ['name', 'description', 'teamId', 'period', 'refreshSeconds'].some((field) => problemOf(field));
  return (
    <FormDialog
      title={t(dashboard ? 'settings' : 'new')}
      action={t(dashboard ? 'common:save' : 'common:create')}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {save.error && !known && <ErrorState error={save.error} />}
      <TextInput
        label={t('field.name')}
        required
        data-autofocus
        maxLength={255}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={problemOf('name')}
      />
      <Textarea
        label={t('field.description')}
        autosize
        minRows={2}
        maxRows={6}
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
        error={problemOf('description')}
      />
      <Select
        label={t('field.visibility')}
        data={visibilities.map((value) => ({ value, label: t(`visibility.${value}`) }))}
        value={values.visibility}
        allowDeselect={false}
        onChange={(value) => set({ visibility: visibilities.find((one) => one === value) ?? 'everyone' })}
      />
      {values.visibility === 'team' && (
        <TeamInput value={values.teamId} onChange={(teamId) => set({ teamId })} error={problemOf('teamId')} />
      )}
      <PeriodSelect
        label={t('field.period')}
        otherwise={t('period.all')}
        value={values.period ?? undefined}
        onChange={(period) => set({ period: period ?? null })}
        error={problemOf('period')}
      />
      <NumberInput
        label={t('field.refresh')}
        description={t('field.refreshHelp')}
        min={10}
        max={86_400}
        allowDecimal={false}
        value={values.refreshSeconds ?? ''}
        onChange={(value) => set({ refreshSeconds: typeof value === 'number' ? value : null })}
        error={problemOf('refreshSeconds')}
      />
    </FormDialog>
  );
}

interface TeamInputProps {
  readonly value: string | null;
  readonly onChange: (teamId: string | null) => void;
  readonly error: string | undefined;
}

function TeamInput({ value, onChange, error }: TeamInputProps) {
  const { t } = useTranslation('dashboards');
  const can = useCan();
  const teams = useQuery({
    queryKey: keys.list(teamsPath, teamsInput),
    queryFn: ({ signal }) => records.list(teamsPath, teamsInput, signal),
    enabled: can.scope('identity:read'),
  });
  return (
    <Select
      label={t('field.team')}
      required
      searchable
      data={(teams.data?.data ?? []).map((team) => ({ value: team._id, label: String(team.name) }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
