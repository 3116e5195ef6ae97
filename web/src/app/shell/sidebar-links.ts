import type { Screen, Workspace } from '~/metadata/screens.ts';

interface Section<Page> {
  readonly workspace: Workspace;
  /** The fixed page with the same name. The list of pages then omits it. */
  readonly page: Page | undefined;
  /** The fixed pages about a model that the workspace has a screen of. The list of pages then omits them. */
  readonly tools: readonly Page[];
  readonly screens: readonly Screen[];
}

interface Input<Page> {
  readonly pages: readonly Page[];
  readonly nameOf: (page: Page) => string;
  /** True when the page is about the model of the screen. */
  readonly isAbout: (page: Page, screen: Screen) => boolean;
  readonly workspaces: readonly Workspace[];
  readonly screens: readonly Screen[];
  /** Ids of the favourite screens, which have a section of their own at the top. */
  readonly favouriteIds: ReadonlySet<string>;
}

/**
 * Divides pages and screens among the sections of the sidebar, so that nothing appears twice. A screen of several
 * workspaces is in each of them, because only one workspace is open at a time.
 */
export function arrangeLinks<Page>({ pages, nameOf, isAbout, workspaces, screens, favouriteIds }: Input<Page>): {
  readonly pages: readonly Page[];
  readonly sections: readonly Section<Page>[];
} {
  const inSections = new Set<Page>();
  const sections = workspaces.flatMap((workspace): Section<Page>[] => {
    const own = workspace.screenIds.flatMap((id) => screens.find(({ _id }) => _id === id) ?? []);
    if (own.length === 0) return [];
    const shown = own.filter(({ _id }) => !favouriteIds.has(_id));
    const page = pages.find((one) => !inSections.has(one) && nameOf(one) === workspace.name);
    if (page !== undefined) inSections.add(page);
    const tools = pages.filter((one) => !inSections.has(one) && own.some((screen) => isAbout(one, screen)));
    for (const tool of tools) inSections.add(tool);
    if (shown.length === 0 && page === undefined && tools.length === 0) return [];
    return [{ workspace, page, tools, screens: shown }];
  });
  return { pages: pages.filter((page) => !inSections.has(page)), sections };
}
