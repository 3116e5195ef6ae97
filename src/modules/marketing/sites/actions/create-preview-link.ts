import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError, invalid } from '#core/errors.ts';
import { requireSharing } from '#core/operations/sharing.ts';
import { parseDurationMs } from '#lib/durations.ts';
import { webPages } from '../model-names.ts';
import { writePreviewToken } from '../preview/preview-token.ts';
import { sitesUrl } from '../settings.ts';

const defaultMs = 7 * 86_400_000;
const maxMs = 90 * 86_400_000;

export const createPreviewLink = defineAction({
  name: 'marketing.createPreviewLink',
  summary: 'A link by which anybody sees a page as it is saved, before it is published',
  routes: [{ method: 'POST', path: '/api/marketing/web-pages/:id/preview-link' }],
  access: 'marketing:write',
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      expiresIn: Type.Optional(
        Type.String({ maxLength: 20, description: 'A duration such as 2h or 7d, at most 90d.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ url: Type.String(), expiresAt: Type.String({ format: 'date-time' }) }),
  async run(context, { id, expiresIn }) {
    const { services, caller } = context;
    await requireSharing(context, webPages(context), id);
    if (caller.userId === null) throw new AppError('forbidden', 'Links to previews belong to a user.');
    const lifetimeMs = expiresIn === undefined ? defaultMs : parseDurationMs(expiresIn);
    if (!lifetimeMs || lifetimeMs > maxMs)
      throw invalid('expiresIn', 'invalid_format', 'must be a duration such as 2h or 7d, at most 90d');
    const expiresAtMs = Math.ceil((Date.now() + lifetimeMs) / 1000) * 1000;
    const link = { tenantId: caller.tenantId, pageId: id, userId: caller.userId, expiresAtMs };
    const url = `${sitesUrl(services)}/sites/_preview/${writePreviewToken(services.vault, link)}`;
    return { body: { url, expiresAt: new Date(expiresAtMs).toISOString() }, showsSecret: true };
  },
});
