import type { Field } from '~/metadata/model.ts';
import type { Widget } from '~/widgets/widget.ts';

/** Properties of all inputs for widget settings. */
export interface SettingsProps {
  readonly widget: Widget;
  readonly onChange: (change: Partial<Widget>) => void;
  readonly problemOf: (key: string) => string | undefined;
}

export const isDate = ({ type }: Field): boolean => type === 'date' || type === 'datetime';

export const optionsOf = (fields: readonly Field[]) => fields.map(({ key, label }) => ({ value: key, label }));
