import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context, Services } from '#core/context.ts';
import { contextOf } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the signed-in caller; null without one. */
    atrium: Context | null;
  }
}

/**
 * Authenticates before the body is read, so that unauthenticated clients cannot make the server parse a megabyte.
 * `requirePermission` throws when the caller may not use the path at all.
 */
export const requireCaller =
  (services: Services, requirePermission?: (context: Context, request: FastifyRequest) => void): onRequestHookHandler =>
  (request, _reply, done) => {
    const enter = (context: Context) => {
      try {
        requirePermission?.(context, request);
      } catch (error) {
        return void done(error as Error);
      }
      request.atrium = context;
      done();
    };
    try {
      const context = contextOf(request, services);
      if (context instanceof Promise) context.then(enter, done);
      else enter(context);
    } catch (error) {
      done(error as Error);
    }
  };
