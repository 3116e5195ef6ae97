import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { readWords } from '#core/query/list-query.ts';
import { findMatches, type Match } from '../search/sql/find-matches.ts';
import { searchTiers } from '../search/tiers.ts';

const defaultLimit = 20;

interface Found extends Match {
  readonly model: Model;
}

export const searchRecords = defineAction({
  name: 'ui.searchRecords',
  summary: 'Finds records of all models that the caller may read by the words in them',
  routes: [{ method: 'GET', path: '/api/ui/search' }],
  access: 'signed-in',
  input: Type.Object(
    {
      q: Type.String({ maxLength: 500, description: 'Each word must begin a word of the record.' }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: `Default: ${defaultLimit}.` })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        modelKey: Type.String(),
        moduleKey: Type.String(),
        slug: Type.String(),
        recordId: Type.String(),
        title: Type.String(),
        subtitle: Type.Union([Type.String(), Type.Null()]),
      }),
      { maxItems: 50 },
    ),
  }),
  async run(context, { q, limit = defaultLimit }) {
    const words = readWords(q) ?? [];
    const found = words.length === 0 ? [] : await searchModels(context, words, limit);
    const data = inOrder(found, q).slice(0, limit);
    return {
      body: {
        data: data.map(({ model, id, title, subtitle }) => ({
          modelKey: model.key,
          moduleKey: model.moduleKey,
          slug: model.slug,
          recordId: id,
          title: title || model.label,
          subtitle,
        })),
      },
    };
  },
});

/**
 * Searches the main models first. The others are searched only if that finds less than the limit, and attachments only
 * if nothing was found.
 */
async function searchModels(context: Context, words: readonly string[], limit: number): Promise<Found[]> {
  const [main = [], others = [], attachments = []] = searchTiers(context);
  const search = async (models: readonly Model[]): Promise<Found[]> =>
    models.length === 0
      ? []
      : (await findMatches(context, models, words)).map((match) => ({ ...match, model: models[match.m] as Model }));
  const found = await search(main);
  if (found.length < limit) found.push(...(await search(others)));
  return found.length > 0 ? found : search(attachments);
}

/**
 * Sorts titles that begin with the typed text first, then titles that contain it, and otherwise by the order of the
 * models.
 */
function inOrder(found: readonly Found[], q: string): Found[] {
  const typed = q.trim().toLowerCase();
  const place = ({ title }: Found): number => {
    const text = title?.toLowerCase() ?? '';
    return text.startsWith(typed) ? 0 : text.includes(typed) ? 1 : 2;
  };
  return found.toSorted((a, b) => place(a) - place(b));
}
