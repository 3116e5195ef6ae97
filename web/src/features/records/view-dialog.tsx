import { Alert, Radio, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BulkOperation, type RecordData, records } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { isShared, type SavedView, savedOfState, savedViewsPath } from './saved-views.ts';
import type { ListState } from './search.ts';
import { teamDefaultOf } from './view-choice.ts';

interface ViewDialogProps {
  readonly model: Model;
  readonly place: string;
  readonly views: readonly SavedView[];
  /** The current list state. */
  readonly state: ListState;
  /** The view to rename or share. Without it, a new one is created. */
  readonly view?: SavedView | undefined;
  readonly onSaved: (view: RecordData) => Promise<void>;
  readonly onClose: () => void;
}

const audiences = ['private', 'some', 'everyone'] as const;
type Audience = (typeof audiences)[number];

interface Sharing {
  readonly audience: Audience;
  readonly viewerIds: readonly string[];
  readonly viewerTeamIds: readonly string[];
}

const sharingOf = (view: SavedView | undefined): Sharing => ({
  audience: view?.shared ? 'everyone' : view && isShared(view) ? 'some' : 'private',
  viewerIds: view?.viewerIds ?? [],
  viewerTeamIds: view?.viewerTeamIds ?? [],
});

const storedSharing = ({ audience, viewerIds, viewerTeamIds }: Sharing) => ({
  shared: audience === 'everyone',
  viewerIds: audience === 'some' && viewerIds.length > 0 ? viewerIds : null,
  viewerTeamIds: audience === 'some' && viewerTeamIds.length > 0 ? viewerTeamIds : null,
});

const withPlace = (view: SavedView | undefined, place: string, wanted: boolean): readonly string[] | null => {
  const others = (view?.defaultOn ?? []).filter((one) => one !== place);
  const places = wanted ? [...others, place] : others;
  return places.length > 0 ? places : null;
};

/** Asks for the name and audience of a view. A new view is saved with the current list state. */
export function ViewDialog({ model, place, views, state, view, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation('records');
  const can = useCan();
  const [name, setName] = useState(view?.name ?? '');
  const [sharing, setSharing] = useState(() => sharingOf(view));
  const [isDefault, setDefault] = useState(view?.defaultOn?.includes(place) ?? false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { audience, viewerIds, viewerTeamIds } = sharing;
  const lacksViewers = audience === 'some' && viewerIds.length + viewerTeamIds.length === 0;
  const canSetDefault = can.scope('ui:admin');

  /** Moves the default of the list from the old view to this one, in one request. */
  const write = async (): Promise<RecordData> => {
    const wanted = isDefault && audience !== 'private';
    const record = {
      name: name.trim(),
      ...storedSharing(sharing),
      ...((canSetDefault || !wanted) && { defaultOn: withPlace(view, place, wanted) }),
    };
    const before = wanted && canSetDefault ? teamDefaultOf(views, place) : undefined;
    const created = { ...savedOfState(state), ...record, modelKey: modelName(model) };
    if (!before || before._id === view?._id)
      return view
        ? records.update(savedViewsPath, view._id, record, { version: view.version })
        : records.create(savedViewsPath, created);
    const own: BulkOperation = view ? { op: 'update', _id: view._id, record } : { op: 'create', record: created };
    const end: BulkOperation = {
      op: 'update',
      _id: before._id,
      record: { defaultOn: withPlace(before, place, false) },
    };
    const { results } = await records.bulk(savedViewsPath, [end, own]);
    const saved = results[1]?.record;
    if (!saved) throw new Error('The answer has no record.');
    return saved;
  };
  const save = async () => {
    setBusy(true);
    try {
      await onSaved(await write());
    } catch (error) {
      setProblem(errorText(error, t));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t(view ? 'saved.edit' : 'saved.new')}
      action={t('common:save')}
      disabled={name.trim() === '' || lacksViewers}
      isBusy={busy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {problem !== undefined && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <TextInput
        label={t('saved.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={200}
        required
        data-autofocus
      />
      <SharingInputs sharing={sharing} onChange={setSharing} lacksViewers={lacksViewers} />
      {canSetDefault && audience !== 'private' && (
        <Switch
          label={t('saved.teamDefault')}
          description={t('saved.teamDefaultHelp')}
          checked={isDefault}
          onChange={({ currentTarget }) => setDefault(currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

interface SharingInputsProps {
  readonly sharing: Sharing;
  readonly onChange: (sharing: Sharing) => void;
  readonly lacksViewers: boolean;
}

/** Chooses the audience of the view: nobody else, some people and teams, or everybody. */
function SharingInputs({ sharing, onChange, lacksViewers }: SharingInputsProps) {
  const { t } = useTranslation('records');
  const saved = useRegistry().at('ui', 'savedViews');
  const can = useCan();
  if (!saved) return null;
  const canShare = can.scope(saved.scopes.write);
  const ids = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);
  return (
    <>
      <Radio.Group
        label={t('saved.audience')}
        description={canShare ? undefined : t('saved.cannotShare')}
        value={sharing.audience}
        onChange={(audience) => onChange({ ...sharing, audience: audience as Audience })}
      >
        <Stack gap={6} mt={6}>
          {audiences.map((audience) => (
            <Radio
              key={audience}
              value={audience}
              label={t(`saved.${audience}`)}
              disabled={!canShare && audience !== 'private'}
            />
          ))}
        </Stack>
      </Radio.Group>
      {sharing.audience === 'some' && (
        <>
          {(['viewerIds', 'viewerTeamIds'] as const).map((key) => {
            const field = saved.fields.find((one) => one.key === key);
            return (
              field && (
                <FieldInput
                  key={key}
                  field={field}
                  model={saved}
                  value={sharing[key]}
                  onChange={(value) => onChange({ ...sharing, [key]: ids(value) })}
                />
              )
            );
          })}
          {lacksViewers && (
            <Text size="xs" c="dimmed">
              {t('saved.chooseSome')}
            </Text>
          )}
        </>
      )}
    </>
  );
}
