import { Type } from 'typebox';
import { invalid } from '#core/errors.ts';
import { isPlatformName, platformNames } from '../platform-names.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const id = Type.String({ format: 'uuid' });

/** Input of a post. The limits of its platform are checked later. */
export const postInput = {
  content: Type.String({ maxLength: 100_000, description: 'The text.' }),
  variants: Type.Optional(
    nullable(
      Type.Record(Type.String({ maxLength: 30 }), Type.String({ maxLength: 100_000 }), {
        description: `Other texts, by the name of the platform: ${platformNames.join(', ')}.`,
      }),
    ),
  ),
  linkUrl: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  mediaIds: Type.Optional(Type.Array(id, { maxItems: 35, uniqueItems: true, description: 'Ids of data/storedFiles.' })),
  altTexts: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 35 })),
  scheduledAt: Type.Optional(
    nullable(Type.String({ maxLength: 40, description: 'When to publish; now when it is left out.' })),
  ),
  campaignId: Type.Optional(nullable(id)),
  channelId: Type.Optional(
    nullable(Type.String({ format: 'uuid', description: 'A record of campaignChannelSocial.' })),
  ),
};

const maxAheadMs = 366 * 24 * 3_600_000;
/** A time up to this far in the past means now, because the clocks of client and server differ. */
const maxBehindMs = 24 * 3_600_000;

export function readScheduledAt(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const at = new Date(value);
  if (Number.isNaN(at.getTime()))
    throw invalid('scheduledAt', 'invalid_format', 'must be a time such as 2030-01-31T09:00:00Z');
  if (at.getTime() < Date.now() - maxBehindMs) throw invalid('scheduledAt', 'out_of_range', 'must not be in the past');
  if (at.getTime() > Date.now() + maxAheadMs) throw invalid('scheduledAt', 'out_of_range', 'must be within a year');
  return at.toISOString();
}

export function requireVariants(variants: Readonly<Record<string, unknown>> | null | undefined): void {
  for (const name of Object.keys(variants ?? {}))
    if (!isPlatformName(name))
      throw invalid(`variants.${name}`, 'unknown_field', `is not a platform; there are ${platformNames.join(', ')}`);
}
