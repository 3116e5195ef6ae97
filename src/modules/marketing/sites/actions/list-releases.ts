import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { readSiteName } from '../read-site-name.ts';
import { listReleases } from '../sql/site-releases.ts';

const id = Type.String({ format: 'uuid' });

export const listReleasesAction = defineAction({
  name: 'marketing.listReleases',
  summary: 'The releases of a website that are kept, newest first',
  routes: [{ method: 'GET', path: '/api/marketing/websites/:id/releases' }],
  access: 'marketing:read',
  input: Type.Object({ id }, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        id,
        number: Type.Integer(),
        createdAt: Type.String({ format: 'date-time' }),
        createdBy: Type.Union([id, Type.Null()]),
        pages: Type.Integer(),
        files: Type.Integer(),
        bytes: Type.Integer({ description: 'Without compression.' }),
        live: Type.Boolean(),
      }),
    ),
  }),
  async run(context, { id: websiteId }) {
    const { liveReleaseId } = await readSiteName(context, websiteId);
    const releases = await listReleases(queryable(context), context.caller.tenantId, websiteId);
    return { body: { data: releases.map((release) => ({ ...release, live: release.id === liveReleaseId })) } as never };
  },
});
