import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { IconGripVertical } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serialQueue } from '~/lib/serial-queue.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type Screen, type UserScreen, userScreens, userScreensQuery } from '~/metadata/screens.ts';
import { notifyError } from '~/ui/notify.ts';
import { Sortable } from '~/ui/sortable.tsx';
import { ScreenLink } from './screen-link.tsx';
import classes from './shell.module.css';
import { SidebarSection, useStoredOpen } from './sidebar-section.tsx';

interface FavouritesProps {
  readonly screens: readonly Screen[];
}

/** The person's favourite screens, in the order that the person chose. */
export function Favourites({ screens }: FavouritesProps) {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const registry = useRegistry();
  const { data = [] } = useQuery(userScreensQuery);
  /** The new order until it is saved, because a read in the meantime may still return the old order. */
  const [ordered, setOrdered] = useState<readonly UserScreen[]>();
  const mine = ordered ?? data;
  const [run] = useState(serialQueue);
  const move = async (ids: readonly string[]) => {
    const before = ids.flatMap((id) => mine.find(({ _id }) => _id === id) ?? []);
    const moved = before.map((entry, position) => ({ ...entry, position }));
    setOrdered(moved);
    await run(async () => {
      try {
        await userScreens.place(moved.filter(({ position }, n) => before[n]?.position !== position));
      } catch (error) {
        notifyError(error);
      }
      await client.invalidateQueries({ queryKey: userScreensQuery.queryKey });
    });
    // A later move may have set another order, which stays.
    setOrdered((shown) => (shown === moved ? undefined : shown));
  };
  const shown = mine.flatMap((entry) => {
    const screen = entry.screen ?? screens.find(({ _id }) => _id === entry.screenId);
    return screen ? [{ entry, screen: registry.translated(screen) }] : [];
  });
  const section = useStoredOpen('favourites');
  if (shown.length === 0) return null;
  return (
    <SidebarSection {...section} label={t('favourites.title')}>
      <Sortable items={shown.map(({ entry, screen }) => ({ id: entry._id, label: screen.name }))} onOrder={move}>
        {shown.map(({ entry, screen }) => (
          <Favourite key={entry._id} entry={entry} screen={screen} />
        ))}
      </Sortable>
    </SidebarSection>
  );
}

function Favourite({ entry, screen }: { readonly entry: UserScreen; readonly screen: Screen }) {
  const { t } = useTranslation('shell');
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: entry._id });
  return (
    <div
      ref={setNodeRef}
      className={classes.favourite}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className={classes.grip}
        {...attributes}
        {...listeners}
        aria-label={t('favourites.move', { name: screen.name })}
      >
        <IconGripVertical size={12} aria-hidden />
      </button>
      <ScreenLink screen={screen} />
    </div>
  );
}
