import { useLocalStorage } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import type { Screen, Workspace } from '~/metadata/screens.ts';
import { ScreenLink } from './screen-link.tsx';
import { SidebarSection } from './sidebar-section.tsx';

interface WorkspaceSectionsProps {
  readonly sections: readonly {
    readonly workspace: Workspace;
    readonly link: ReactNode;
    readonly screens: readonly Screen[];
    /** Links below the screens, with their addresses. */
    readonly tools: readonly { readonly path: string; readonly link: ReactNode }[];
  }[];
  /**
   * The previous address. It is kept by the parent, because the search of the sidebar unmounts this component and may
   * open another page.
   */
  readonly lastPath: RefObject<string | undefined>;
}

/** The workspaces. Only one is open at a time. */
export function WorkspaceSections({ sections, lastPath }: WorkspaceSectionsProps) {
  const [chosen, setChosen] = useLocalStorage<string | null>({
    key: 'atrium-workspace',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  // The choice is unknown if nothing was chosen yet, or the chosen workspace no longer exists.
  const isKnown = chosen === '' || sections.some(({ workspace }) => workspace._id === chosen);
  const first = sections.find(({ workspace }) => workspace.isDefault) ?? sections[0];
  const open = isKnown ? chosen : first?.workspace._id;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const openSectionOf = useEffectEvent((address: string) => {
    const holding = sections.filter(({ screens, tools }) =>
      [...screens.map(({ _id }) => `/s/${_id}`), ...tools.map((tool) => tool.path)].some((end) =>
        address.endsWith(end),
      ),
    );
    const isShown = holding.some(({ workspace }) => workspace._id === open);
    if (holding[0] && !isShown) setChosen(holding[0].workspace._id);
  });
  const areRead = sections.length > 0;
  const isClosed = chosen === '';
  // Opening a screen opens its workspace. If the person has closed all workspaces, a reload opens none.
  useEffect(() => {
    if (!areRead || lastPath.current === path) return;
    if (lastPath.current !== undefined || !isClosed) openSectionOf(path);
    lastPath.current = path;
  }, [path, areRead, isClosed, lastPath]);
  return sections.map(({ workspace, link, screens, tools }) => (
    <SidebarSection
      key={workspace._id}
      label={workspace.name}
      open={workspace._id === open}
      onToggle={() => setChosen(workspace._id === open ? '' : workspace._id)}
    >
      {link}
      {screens.map((screen) => (
        <ScreenLink key={screen._id} screen={screen} />
      ))}
      {tools.map((tool) => tool.link)}
    </SidebarSection>
  ));
}
