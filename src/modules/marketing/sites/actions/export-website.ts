import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { exportRelease } from '../export/export-site.ts';
import { readSiteName } from '../read-site-name.ts';
import { readManifest } from '../sql/site-releases.ts';

export const exportWebsite = defineAction({
  name: 'marketing.exportWebsite',
  summary: 'The live release of a website as a zip of static files',
  routes: [{ method: 'GET', path: '/api/marketing/websites/:id/export' }],
  access: 'marketing:read',
  answers: 'file',
  fileTypes: ['application/zip'],
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Unknown(),
  async run(context, { id }) {
    const { liveReleaseId, slug } = await readSiteName(context, id);
    const { tenantId } = context.caller;
    const manifest = liveReleaseId ? await readManifest(queryable(context), tenantId, liveReleaseId) : undefined;
    if (!manifest) throw new AppError('conflict', 'The website is not published; publish it first.');
    return { stream: exportRelease(context, manifest), type: 'application/zip', name: `${slug ?? 'website'}.zip` };
  },
});
