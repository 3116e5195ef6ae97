import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '~/api/keys.ts';
import type { Me } from '~/api/session.ts';
import { kindOf } from '~/fields/kinds.ts';
import { type Field, type Model, modelName } from '~/metadata/model.ts';
import { usePreference } from '~/metadata/preferences.ts';
import { useRegistry } from '~/metadata/registry.ts';

/** A person's column settings of a model, the same on every device. */
interface ColumnPrefs {
  readonly widths: Readonly<Record<string, number>>;
  /** Undefined pins the first column. */
  readonly pinned?: readonly string[] | undefined;
  /** Time of the last change. The oldest models are removed first. */
  readonly at: number;
}

type PrefsOfModels = Readonly<Record<string, ColumnPrefs>>;

const maxModels = 60;
const noModels: PrefsOfModels = {};
const noPrefs: ColumnPrefs = { widths: {}, at: 0 };

/** A field as a column, arranged by the person. */
export interface FieldColumn {
  readonly field: Field;
  readonly width: number;
  /** The left offset of a pinned column, in pixels. */
  readonly left: number | undefined;
  readonly last: boolean;
  /** The model of the reference. */
  readonly target: Model | undefined;
}

const minWidth = 72;
const maxWidth = 800;
const titleWidth = 260;
/** Notes have no name; their text is the title, so it needs a wider column. */
const textTitleWidth = 420;

/** Width of the column with the checkboxes. */
export const selectWidth = 40;

export const clampWidth = (width: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

/** The widths of the columns as tracks of a CSS grid. The last track takes the remaining space. */
export const columnTracks = (columns: readonly Pick<FieldColumn, 'width'>[]): string =>
  `${selectWidth}px ${columns.map(({ width }) => `${width}px`).join(' ')} minmax(0, 1fr)`;

const usualWidth = (field: Field, { titleField }: Model): number => {
  if (field.key !== titleField) return kindOf(field).width;
  return field.type === 'longText' ? textTitleWidth : titleWidth;
};

/** The columns as arranged by the person, pinned ones first. */
export function useColumnPrefs(model: Model, fields: readonly Field[]) {
  const client = useQueryClient();
  const registry = useRegistry();
  const name = modelName(model);
  const [all, setAll] = usePreference('columns', noModels);
  const { widths, pinned } = all[name] ?? noPrefs;
  const change = (update: (prefs: ColumnPrefs) => Omit<ColumnPrefs, 'at'>) => {
    // The cache has the newest state, because two changes may happen before the next render.
    const now = (client.getQueryData<Me>(keys.me)?.user.preferences?.columns as PrefsOfModels | undefined) ?? noModels;
    const next = { ...now, [name]: { ...update(now[name] ?? noPrefs), at: Date.now() } };
    const newest = Object.entries(next).sort(([, one], [, other]) => other.at - one.at);
    setAll(Object.fromEntries(newest.slice(0, maxModels)));
  };
  const columns = useMemo((): FieldColumn[] => {
    const isPinned = ({ key }: Field) => pinned?.includes(key) ?? key === fields[0]?.key;
    const inFront = fields.filter(isPinned);
    const ordered = [...inFront, ...fields.filter((field) => !isPinned(field))];
    let left = selectWidth;
    return ordered.map((field, n) => {
      const width = widths[field.key] ?? usualWidth(field, model);
      const column = {
        field,
        width,
        left: n < inFront.length ? left : undefined,
        last: n === inFront.length - 1,
        target: registry.target(field),
      };
      left += width;
      return column;
    });
  }, [fields, widths, pinned, model, registry]);
  return {
    columns,
    setWidth: (key: string, width: number) =>
      change((now) => ({ ...now, widths: { ...now.widths, [key]: clampWidth(width) } })),
    togglePin: (key: string) => {
      const before = columns.filter(({ left }) => left !== undefined).map(({ field }) => field.key);
      const after = before.includes(key) ? before.filter((one) => one !== key) : [...before, key];
      change((now) => ({ ...now, pinned: after }));
    },
  };
}
