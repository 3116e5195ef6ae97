import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';

export const workspacesPath = '/api/ui/workspaces';

/** A workspace as the server stores it. */
export interface WorkspaceRecord extends RecordData {
  readonly name: string;
  readonly description: string | null;
  readonly screenIds: readonly string[] | null;
  readonly defaultScreenId: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly position: number;
  readonly isDefault: boolean;
  readonly active: boolean;
  readonly roleNames: readonly string[] | null;
  readonly teamIds: readonly string[] | null;
}

/** What is edited. */
export interface WorkspaceValues {
  readonly name: string;
  readonly description: string;
  readonly screenIds: readonly string[];
  readonly defaultScreenId: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly isDefault: boolean;
  readonly active: boolean;
  readonly roleNames: readonly string[];
  readonly teamIds: readonly string[];
}

export const emptyWorkspace: WorkspaceValues = {
  name: '',
  description: '',
  screenIds: [],
  defaultScreenId: null,
  icon: null,
  color: null,
  isDefault: false,
  active: true,
  roleNames: [],
  teamIds: [],
};

export const valuesOf = (workspace: WorkspaceRecord): WorkspaceValues => ({
  name: workspace.name,
  description: workspace.description ?? '',
  screenIds: workspace.screenIds ?? [],
  defaultScreenId: workspace.defaultScreenId,
  icon: workspace.icon,
  color: workspace.color,
  isDefault: workspace.isDefault,
  active: workspace.active,
  roleNames: workspace.roleNames ?? [],
  teamIds: workspace.teamIds ?? [],
});

/** The screens of a workspace. Its first screen is not one that it no longer has. */
export const withScreens = (values: WorkspaceValues, screenIds: readonly string[]): WorkspaceValues => ({
  ...values,
  screenIds,
  defaultScreenId:
    values.defaultScreenId !== null && screenIds.includes(values.defaultScreenId) ? values.defaultScreenId : null,
});

/** The fields of the record that differ, as they are sent. */
export function changesOf(values: WorkspaceValues, before: WorkspaceValues, model: Model): Record<string, unknown> {
  const known = new Set(model.fields.map(({ key }) => key));
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(values) as (keyof WorkspaceValues)[]) {
    if (!known.has(key) || JSON.stringify(values[key]) === JSON.stringify(before[key])) continue;
    changes[key] = key === 'name' || key === 'description' ? values[key].trim() || null : values[key];
  }
  return changes;
}

/** From this position on, workspaces stay behind new ones. */
const end = 1000;

/** The records whose position changes when they are put in this order. Those at the end stay there. */
export function newPositions(
  ids: readonly string[],
  before: readonly { readonly _id: string; readonly position: number | null }[],
): { readonly _id: string; readonly position: number }[] {
  const former = new Map(before.map(({ _id, position }) => [_id, position ?? 0]));
  const last = ids.findLastIndex((id) => (former.get(id) ?? 0) < end);
  const positions = ids.map((_id, n) => ({ _id, position: n <= last ? n : end + n - last - 1 }));
  return positions.filter(({ _id, position }) => former.get(_id) !== position);
}
