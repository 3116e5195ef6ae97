import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { actions, answer } from '~/api/actions.ts';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Model } from '~/metadata/model.ts';

const pathOf = ({ moduleKey, slug }: Model) => ({ path: { moduleKey, slug } });

/** The functions of formulas, and the fields that formulas of a model can read. */
export const languageQuery = (model: Model) =>
  queryOptions({
    // The key begins with that of the registry, because the fields change with it.
    queryKey: [...keys.registry, 'formulas', model.path],
    queryFn: () => answer(actions.GET('/api/data/models/{moduleKey}/{slug}/formulas', { params: pathOf(model) })),
  });

export type Language = Awaited<ReturnType<NonNullable<ReturnType<typeof languageQuery>['queryFn']>>>;

export interface PreviewInput {
  readonly formula: string;
  readonly recordId?: string;
  /** The field that has the formula already. */
  readonly key?: string;
}

/** The result of a formula on a record. A formula with an error is refused. */
export const previewQuery = (model: Model, input: PreviewInput) =>
  queryOptions({
    queryKey: [...keys.model(model.path), 'formula', input],
    queryFn: ({ signal }) =>
      answer(
        actions.POST('/api/data/models/{moduleKey}/{slug}/formulas/preview', {
          params: pathOf(model),
          body: input,
          signal,
        }),
      ),
    enabled: input.formula !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The part of a formula that is wrong. */
export interface Fault {
  readonly position: number;
  readonly length: number;
  /** The explanation of the server, without the name of the input and the position. */
  readonly text: string;
}

/** The place of the error that a refusal names; undefined for other errors. */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = error.details.find(({ position }) => position !== undefined);
  if (found?.position === undefined) return undefined;
  const text = found.message.replace(/^formula is not valid at position \d+: /, '');
  return { position: found.position, length: found.length ?? 1, text };
}
