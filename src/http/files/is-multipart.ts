import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { AppError } from '#core/errors.ts';

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;

/** Refuses multipart bodies on routes that accept only JSON. It runs before the body is read. */
export const refuseMultipart: preParsingHookHandler = (request, _reply, payload, done) => {
  if (isMultipart(request)) done(new AppError('unsupported_media_type', 'The body must be application/json.'));
  else done(null, payload);
};
