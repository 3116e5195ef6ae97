import { Button, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconCopy,
  IconDeviceFloppy,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconRotate,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyDone } from '~/ui/notify.ts';
import { isShared, type SavedView } from './saved-views.ts';
import type { ListState } from './search.ts';
import classes from './toolbar.module.css';
import { useViewActions } from './use-view-actions.ts';
import { type Views, viewsOf } from './use-views.ts';
import { isSameChoice, type ViewChoice } from './view-choice.ts';
import { ViewDialog } from './view-dialog.tsx';

interface ViewsMenuProps {
  readonly model: Model;
  readonly place: string;
  /** The name of the list as defined; undefined when it shows all records. */
  readonly standard?: string | undefined;
  readonly views: Views;
  readonly state: ListState;
  readonly isChanged: boolean;
  readonly onReset: () => void;
  /** Called after the changes were saved to a view. */
  readonly onSaved: () => void;
}

/** The views of a list: the person's own, shared ones, the list as defined, and all records. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { model, place, standard, views, state, isChanged, onReset, onSaved } = props;
  const { t } = useTranslation('records');
  const me = useMe().user._id;
  const [saving, setSaving] = useState<'new' | 'chosen'>();
  const { choice, chosen, show } = views;
  const actions = useViewActions({ model, state, show, onSaved });
  const isWritable = useIsWritable(chosen);
  const { mine, others } = viewsOf(views.views, me);
  const allName = t('saved.all', { models: model.labelPlural });
  const nameOf = (one: ViewChoice): string =>
    typeof one === 'string'
      ? ((one === 'standard' ? standard : undefined) ?? allName)
      : (views.views.find(({ _id }) => _id === one.id)?.name ?? '');
  const entry = (one: ViewChoice, view?: SavedView): ReactNode => (
    <ViewItem
      key={view?._id ?? String(one)}
      name={nameOf(one)}
      isChosen={isSameChoice(one, choice)}
      hint={hintOf(one, view)}
      isShared={view !== undefined && isShared(view)}
      onClick={() => show(one)}
    />
  );
  const hintOf = (one: ViewChoice, view: SavedView | undefined): string | undefined => {
    if (views.ownDefault && isSameChoice(one, views.ownDefault)) return t('saved.isDefault');
    return view?.defaultOn?.includes(place) ? t('saved.isTeamDefault') : undefined;
  };
  const isShown = typeof choice !== 'string' || choice === 'all';
  return (
    <>
      {isChanged && (
        <ChangeButtons onReset={onReset} onSave={chosen && isWritable ? () => void actions.save(chosen) : undefined} />
      )}
      <Menu position="bottom-end" width={280} shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBookmark size={14} />}
            rightSection={<IconChevronDown size={14} />}
          >
            <Text span inherit truncate maw={{ base: 96, sm: 160 }}>
              {isShown ? nameOf(choice) : t('saved.title')}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.views}>
          <div className={classes.viewList}>
            {entry('standard')}
            {standard !== undefined && entry('all')}
            {mine.length > 0 && <Menu.Label>{t('saved.mine')}</Menu.Label>}
            {mine.map((view) => entry({ id: view._id }, view))}
            {others.length > 0 && <Menu.Label>{t('saved.others')}</Menu.Label>}
            {others.map((view) => entry({ id: view._id }, view))}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} onClick={() => setSaving('new')}>
            {t('saved.new')}
          </Menu.Item>
          <DefaultItem views={views} name={nameOf(choice)} />
          {chosen && (
            <ChosenViewItems
              isWritable={isWritable}
              onDuplicate={() => void actions.duplicate(chosen)}
              onEdit={() => setSaving('chosen')}
              onRemove={() => actions.remove(chosen)}
            />
          )}
        </Menu.Dropdown>
      </Menu>
      {saving && (
        <ViewDialog
          model={model}
          place={place}
          views={views.views}
          state={state}
          view={saving === 'chosen' ? chosen : undefined}
          onSaved={async ({ _id }) => {
            setSaving(undefined);
            await actions.refresh();
            if (saving === 'new') show({ id: _id });
          }}
          onClose={() => setSaving(undefined)}
        />
      )}
    </>
  );
}

function useIsWritable(view: SavedView | undefined): boolean {
  const saved = useRegistry().at('ui', 'savedViews');
  const can = useCan();
  return view !== undefined && saved !== undefined && can.writeRecord(saved, view);
}

interface ViewItemProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly isShared: boolean;
  readonly hint: string | undefined;
  readonly onClick: () => void;
}

function ViewItem({ name, isChosen, isShared: shared, hint, onClick }: ViewItemProps) {
  const { t } = useTranslation('records');
  return (
    <Menu.Item
      leftSection={isChosen ? <IconCheck size={14} /> : <IconBookmark size={14} opacity={0.4} />}
      rightSection={shared ? <IconUsers size={14} aria-label={t('saved.shared')} /> : undefined}
      aria-current={isChosen || undefined}
      onClick={onClick}
    >
      {name}
      {hint !== undefined && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
    </Menu.Item>
  );
}

/** Sets or removes the chosen view as the person's default of this list. */
function DefaultItem({ views, name }: { readonly views: Views; readonly name: string }) {
  const { t } = useTranslation('records');
  const { choice, ownDefault, setDefault } = views;
  if (ownDefault && isSameChoice(choice, ownDefault))
    return (
      <Menu.Item leftSection={<IconPinnedOff size={14} />} onClick={() => setDefault(undefined)}>
        {t('saved.dropDefault')}
      </Menu.Item>
    );
  return (
    <Menu.Item
      leftSection={<IconPin size={14} />}
      onClick={() => {
        setDefault(choice);
        notifyDone(t('saved.madeDefault', { name }));
      }}
    >
      {t('saved.makeDefault')}
    </Menu.Item>
  );
}

interface ChangeButtonsProps {
  readonly onReset: () => void;
  /** Undefined when the changes cannot be saved to a view. */
  readonly onSave: (() => void) | undefined;
}

function ChangeButtons({ onReset, onSave }: ChangeButtonsProps) {
  const { t } = useTranslation('records');
  return (
    <>
      <Button size="xs" variant="subtle" color="gray" leftSection={<IconRotate size={14} />} onClick={onReset}>
        {t('reset')}
      </Button>
      {onSave && (
        <Button size="xs" variant="default" leftSection={<IconDeviceFloppy size={14} />} onClick={onSave}>
          {t('saved.save')}
        </Button>
      )}
    </>
  );
}

interface ChosenViewItemsProps {
  readonly isWritable: boolean;
  readonly onDuplicate: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function ChosenViewItems({ isWritable, onDuplicate, onEdit, onRemove }: ChosenViewItemsProps) {
  const { t } = useTranslation('records');
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={14} />} onClick={onDuplicate}>
        {t('saved.duplicate')}
      </Menu.Item>
      {isWritable && (
        <>
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={onEdit}>
            {t('saved.edit')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRemove}>
            {t('saved.remove')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
