import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { sameValue } from '../../../views/form/draft.ts';

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

/** The values of the editor. */
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

/** Sets the screens of a workspace. If the first screen was removed, none is marked as first. */
export const withScreens = (values: WorkspaceValues, screenIds: readonly string[]): WorkspaceValues => ({
  ...values,
  screenIds,
  defaultScreenId:
    values.defaultScreenId !== null && screenIds.includes(values.defaultScreenId) ? values.defaultScreenId : null,
});

/** The changed fields in the form of the API. */
export function changesOf(values: WorkspaceValues, before: WorkspaceValues, model: Model): Record<string, unknown> {
  const known = new Set(model.fields.map(({ key }) => key));
  const changes: Record<string, unknown> = {};
  for (const key of Object.keys(values) as (keyof WorkspaceValues)[]) {
    if (!known.has(key) || sameValue(values[key], before[key])) continue;
    changes[key] = key === 'name' || key === 'description' ? values[key].trim() || null : values[key];
  }
  return changes;
}

/** Workspaces from this position on stay behind new ones. */
const end = 1000;

/** The changed positions for this order. Workspaces at the end keep positions from `end` on. */
export function newPositions(
  ids: readonly string[],
  before: readonly { readonly _id: string; readonly position: number | null }[],
): { readonly _id: string; readonly position: number }[] {
  const former = new Map(before.map(({ _id, position }) => [_id, position ?? 0]));
  const last = ids.findLastIndex((id) => (former.get(id) ?? 0) < end);
  const positions = ids.map((_id, n) => ({ _id, position: n <= last ? n : end + n - last - 1 }));
  return positions.filter(({ _id, position }) => former.get(_id) !== position);
}
