import type { Screen, Workspace } from '~/metadata/screens.ts';
import { ScreenLink } from './screen-link.tsx';
import { SidebarSection } from './sidebar-section.tsx';

interface WorkspaceSectionProps {
  readonly workspace: Workspace;
  readonly screens: readonly Screen[];
}

export function WorkspaceSection({ workspace, screens }: WorkspaceSectionProps) {
  const shown = workspace.screenIds.flatMap((screenId) => screens.find(({ _id }) => _id === screenId) ?? []);
  if (shown.length === 0) return null;
  return (
    <SidebarSection name={workspace._id} label={workspace.name}>
      {shown.map((screen) => (
        <ScreenLink key={screen._id} screen={screen} />
      ))}
    </SidebarSection>
  );
}
