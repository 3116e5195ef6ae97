import { useCan } from './access.ts';
import { type Model, modelName } from './model.ts';

/** Users and their rights are never deleted, so they are not merged. The server refuses a few more models. */
const isMergeable = (model: Model): boolean => model.moduleKey !== 'identity' && model.moduleKey !== 'data';

/** True when the person may merge records of the model: it needs the permission for all of them. */
export function useCanMerge(): (model: Model) => boolean {
  const can = useCan();
  return (model) => isMergeable(model) && can.writeAll(model);
}

/** The address of the page on which records are compared and merged. */
export const mergePath = (model: Model, ids: readonly string[]) => {
  const [moduleKey, slug] = modelName(model).split('.');
  return { to: `/m/${moduleKey}/${slug}/merge`, search: { ids: ids.join(',') } as never };
};
