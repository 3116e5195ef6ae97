import type { FastifyInstance } from 'fastify';
import { systemCaller } from '#core/access/caller.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError, invalid, notFound } from '#core/errors.ts';
import { isFileModel } from '#core/files/file-hooks.ts';
import { readShareToken, writeShareToken } from '#core/files/share-link.ts';
import { openDownload } from '#core/operations/download.ts';
import { allowsPublicLinks, requireSharing } from '#core/operations/sharing.ts';
import { parseDurationMs } from '#lib/durations.ts';
import { isJsonObject } from '#lib/json.ts';
import { requireCaller } from '../auth/caller.ts';
import { sendFile } from '../files/send-file.ts';
import { type Handler, mountPath } from '../routing/mount.ts';
import { queryOf } from './query-string.ts';
import { callOf, type RecordParams } from './record-call.ts';
import { answerWrite } from './writes.ts';

/**
 * The link itself authorizes reading the file, so other sites may embed it: previews of pages run in their own origin.
 */
const embeddable = { 'cross-origin-resource-policy': 'cross-origin' };

const defaultShareMs = 7 * 86_400_000;
const maxShareMs = 90 * 86_400_000;

/** Mounts the contents of records of file models (`…/{id}/content`), public links to them, and `/f/{token}`. */
export function mountRecordFiles(server: FastifyInstance, services: Services): void {
  const onRequest = requireCaller(services, ({ registry }, { params }) => {
    const { moduleKey, slug } = params as RecordParams;
    const model = registry.find(moduleKey, slug);
    if (!model || !isFileModel(model)) throw notFound(`The file model ${slug} of the module ${moduleKey}`);
  });
  const path = '/api/:moduleKey/:slug/:id';
  mountPath(server, `${path}/content`, { GET: { onRequest, handler: sendContent } }, { onRequest });
  mountPath(server, `${path}/share`, { POST: { onRequest, handler: shareContent } }, { onRequest });
  mountPath(server, '/f/:token', { GET: { handler: sendShared(services), errorPages: true } });
}

const sendContent: Handler = async (request, reply) => {
  const { context, model, id } = callOf(request);
  return sendFile(request, reply, await openDownload(context, model, id));
};

const shareContent: Handler = async (request, reply) => {
  const { context, model, id } = callOf(request);
  const lifetimeMs = lifetimeOf(request.body);
  return answerWrite(request, reply, context, queryOf(request), async (within) => {
    const { services, caller } = within;
    await requireSharing(within, model, id);
    const expiresAtMs = Math.ceil((Date.now() + lifetimeMs) / 1000) * 1000;
    const shared = { tenantId: caller.tenantId, model: model.name, recordId: id, expiresAtMs };
    const url = `${services.publicUrl()}/f/${writeShareToken(services.vault, shared)}`;
    const body = JSON.stringify({ url, expiresAt: new Date(expiresAtMs).toISOString() });
    return { status: 201, headers: {}, body, showsSecret: true };
  });
};

const sendShared =
  (services: Services): Handler =>
  async (request, reply) => {
    const { token } = request.params as { token: string };
    const shared = readShareToken(services.vault, token, Date.now());
    if (!shared) throw expired();
    const { tenantId, model: name, recordId } = shared;
    const tenant = await services.directory.tenantById(tenantId);
    if (tenant?.status !== 'active') throw expired();
    const registry = await services.directory.registry(tenantId);
    const model = registry.named(name);
    if (!model) throw expired();
    const caller = systemCaller(tenantId, tenant.accountKey);
    const context: Context = { services, caller, registry, requestId: request.id, origin: request };
    if (!shared.byPlatform && !(await allowsPublicLinks(context))) throw expired();
    return sendFile(request, reply, await openDownload(context, model, recordId), embeddable);
  };

const expired = (): AppError => new AppError('not_found', 'This link has expired, or the file was deleted.');

function lifetimeOf(body: unknown): number {
  const given = body ?? {};
  if (!isJsonObject(given)) throw new AppError('bad_request', 'The body must be a JSON object.');
  const unknown = Object.keys(given).find((key) => key !== 'expiresIn');
  if (unknown !== undefined) throw invalid(unknown, 'unknown_field', 'is not a field here');
  if (given.expiresIn === undefined) return defaultShareMs;
  const text = given.expiresIn;
  const ms = typeof text === 'string' || typeof text === 'number' ? parseDurationMs(String(text)) : undefined;
  if (!ms || ms > maxShareMs)
    throw invalid(
      'expiresIn',
      'invalid_format',
      'must be a duration such as 15m, 7d or a number of seconds, at most 90d',
    );
  return ms;
}
