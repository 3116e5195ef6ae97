import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { ToolSettings } from './setting-shapes.ts';

/** The models whose records the tenant shows to language models. */
export interface ShownModels {
  /** The models that are shown; undefined means all except `hidden`. */
  readonly only: ReadonlySet<string> | undefined;
  readonly hidden: ReadonlySet<string>;
}

/** Reads which models the setting ai.tools shows. */
export const shownModels = (context: Context, { models, hiddenModels = [] }: ToolSettings): ShownModels => ({
  only: models && modelNames(context, models),
  hidden: modelNames(context, hiddenModels),
});

export const isShown = ({ only, hidden }: ShownModels, { name }: Pick<Model, 'name'>): boolean =>
  !hidden.has(name) && (only === undefined || only.has(name));

/** Throws for an unknown model name. Ignoring it would leave a model visible that somebody meant to hide. */
const modelNames = ({ registry }: Context, given: readonly string[]): ReadonlySet<string> =>
  new Set(
    given.map((name) => {
      const model = registry.named(name);
      if (model) return model.name;
      const message = `The setting ai.tools cannot be used: it names the model ${name}, which does not exist. Correct it in ui/settings.`;
      throw new AppError('ai_not_configured', message, [{ field: 'ai.tools', code: 'unknown_model', message }]);
    }),
  );
