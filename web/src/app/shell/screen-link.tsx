import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { listPathOf } from '~/lib/last-list.ts';
import { useMe } from '~/metadata/access.ts';
import { type Screen, userScreens, userScreensQuery } from '~/metadata/screens.ts';
import { NamedIcon } from '~/ui/named-icon.tsx';
import { notifyError } from '~/ui/notify.ts';
import classes from './shell.module.css';

/** A screen in the sidebar, with the star that makes it a favourite. */
export function ScreenLink({ screen }: { readonly screen: Screen }) {
  const { t } = useTranslation('shell');
  const { user } = useMe();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const client = useQueryClient();
  const { data: mine = [] } = useQuery(userScreensQuery);
  const chosen = mine.find(({ screenId }) => screenId === screen._id);
  const toggle = useMutation<unknown>({
    mutationFn: () => (chosen ? userScreens.remove(chosen._id) : userScreens.add(user._id, screen._id, mine.length)),
    onSettled: () => client.invalidateQueries({ queryKey: userScreensQuery.queryKey }),
    onError: (error) => notifyError(error),
  });
  return (
    <div className={classes.row}>
      <Link
        to="/s/$screenId"
        params={{ screenId: screen._id }}
        className={classes.link}
        // A record that was opened from the list of this screen keeps the screen highlighted.
        {...(listPathOf(path) === `/s/${screen._id}` && { 'data-status': 'active' })}
      >
        <NamedIcon name={screen.icon} layout={screen.layout} />
        <span className={classes.name}>{screen.name}</span>
      </Link>
      <ActionIcon
        className={classes.star}
        variant="subtle"
        // WCAG 2.2 asks for targets of at least 24 pixels.
        size={24}
        color="gray"
        data-chosen={chosen !== undefined || undefined}
        aria-pressed={chosen !== undefined}
        aria-label={t(chosen ? 'favourites.remove' : 'favourites.add', { name: screen.name })}
        onClick={() => toggle.mutate()}
      >
        {chosen ? <IconStarFilled size={14} /> : <IconStar size={14} />}
      </ActionIcon>
    </div>
  );
}
