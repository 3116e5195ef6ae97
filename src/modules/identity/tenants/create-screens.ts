import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { type DefaultWorkspace, defaultWorkspaces } from './default-screens.ts';

/** Creates the default workspaces with their screens and dashboards. Skips names that another workspace has. */
export async function createScreens(context: TransactionContext): Promise<void> {
  const query = { fields: 'name', limit: 200, count: 'none' };
  const { body } = await invoke(context, operations.list, modelOf(context, 'workspaces'), { query: () => query });
  const taken = new Set((JSON.parse(body) as { data: { name: string }[] }).data.map(({ name }) => name));
  for (const workspace of defaultWorkspaces) {
    if (!taken.has(String(workspace.workspace.name))) await createWorkspace(context, workspace);
  }
}

async function createWorkspace(
  context: TransactionContext,
  { workspace, dashboard, screens }: DefaultWorkspace,
): Promise<void> {
  const create = async (slug: string, record: Readonly<Record<string, JsonValue>>): Promise<string> =>
    (await invoke(context, operations.create, modelOf(context, slug), { record })).id;
  const overview = dashboard && {
    name: dashboard.name ?? null,
    icon: dashboard.icon ?? null,
    layout: 'dashboard',
    dashboardId: await create('dashboards', dashboard),
  };
  const screenIds: string[] = [];
  for (const [position, screen] of [...(overview ? [overview] : []), ...screens].entries())
    screenIds.push(await create('screens', { ...screen, position }));
  await create('workspaces', { ...workspace, screenIds, defaultScreenId: screenIds[0] ?? null });
}

function modelOf({ registry }: TransactionContext, slug: string): Model {
  const model = registry.find('ui', slug);
  if (!model) throw new Error(`ui.${slug} is missing`);
  return model;
}
