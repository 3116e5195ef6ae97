import { invalid, Problems, validationFailed } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { isJsonObject } from '#lib/json.ts';
import { checkFilters, checkWidget } from './check-widget.ts';
import { maxWidgets } from './widget.ts';

export const dashboardHooks: ModelHooks = {
  /** Refuses unknown names when the dashboard is saved, so that errors do not appear only when it is opened. */
  async beforeSave(context, saving) {
    const widgets = givenValue(saving, 'widgets') ?? [];
    const filters = givenValue(saving, 'filters');
    const problems = new Problems();
    if (Array.isArray(widgets)) {
      if (widgets.length > maxWidgets) throw invalid('widgets', 'too_long', `must hold at most ${maxWidgets} widgets`);
      for (const [n, widget] of widgets.entries()) checkWidget(context, widget, `widgets[${n}]`, problems);
    }
    if (isJsonObject(filters)) checkFilters(context, filters, problems);
    if (problems.count > 0) throw validationFailed(problems.details, problems.count);
    return undefined;
  },
};
