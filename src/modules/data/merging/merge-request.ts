import { type Static, Type } from 'typebox';
import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { authorize, operations } from '#core/operations/index.ts';
import type { Input } from '#core/operations/validate.ts';

const maxLosers = 20;
const id = Type.String({ format: 'uuid' });

export const mergeInput = Type.Object(
  {
    model: Type.String({ description: 'A slug, a model key or module.slug.' }),
    winnerId: Type.String({ format: 'uuid', description: 'The record that is kept.' }),
    loserIds: Type.Array(id, {
      minItems: 1,
      maxItems: maxLosers,
      uniqueItems: true,
      description: 'The records whose references and children move to the kept one, and which then go to the trash.',
    }),
    values: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Fields to set in the kept record. All other fields of it stay as they are, empty ones too.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

export interface MergeRequest {
  readonly grant: Grant;
  readonly winnerId: string;
  readonly loserIds: readonly string[];
  readonly values: Input;
}

/** Checks what does not depend on the records. */
export function readMerge(context: Context, input: Static<typeof mergeInput>): MergeRequest {
  const model = context.registry.named(input.model);
  if (!model) throw invalid('model', 'unknown_model', 'must name a model: a slug, a model key or module.slug');
  const winnerId = input.winnerId.toLowerCase();
  const loserIds = [...new Set(input.loserIds.map((one) => one.toLowerCase()))];
  if (loserIds.includes(winnerId))
    throw invalid('loserIds', 'contains_winner', 'must not contain winnerId; name the other records only');
  return { grant: mergeGrant(context, model), winnerId, loserIds, values: (input.values ?? {}) as Input };
}

/**
 * The caller's grant for a merge. It needs the permission for all records of the model: references of records that the
 * caller does not see move too, because they would otherwise be lost with the record that they name.
 */
export function mergeGrant(context: Context, model: Model): Grant {
  requireMergeable(model);
  const grant = authorize(context, operations.update, model);
  if (grant.reach === 'all') return grant;
  const scope = model.scopes.write;
  throw new AppError('forbidden', `Merging needs the permission ${scope} for all records.`, [
    { field: scope, code: 'missing_scope', message: `The scope ${scope} is missing for records of others.` },
  ]);
}

/** A merge deletes records and can be undone, so their model must allow both. */
function requireMergeable({ labelPlural, readOnly, removeSets, permanent, personal, affectsAccess }: Model): void {
  if (!readOnly && !removeSets && !permanent && !personal && !affectsAccess) return;
  throw invalid(
    'model',
    'not_mergeable',
    `must name a model whose records can be merged; ${labelPlural.toLowerCase()} cannot`,
  );
}
