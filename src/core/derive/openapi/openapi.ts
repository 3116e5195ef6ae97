import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../../access/access.ts';
import type { Action } from '../../action.ts';
import type { Model } from '../../models/model.ts';
import type { Registry } from '../../models/registry.ts';
import { errorRefs, headers, json, parameters, requestBodies, responses, sharedSchemas } from './components.ts';
import { Pieces } from './pieces.ts';

/** A document as a list of text parts. Documents share parts, so that no part is copied. */
export interface OpenApiText {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  /** The digest of the text. */
  readonly digest: string;
}

export interface OpenApiScope {
  readonly registry: Registry;
  /** The access of the caller. Fields that roles hide are omitted. */
  readonly access?: Access | undefined;
  /** Limits the document to the paths and schemas of this module. */
  readonly moduleKey?: string | undefined;
  /** Limits the document to this model of the module, or to `otherOperations`, the actions that belong to no model. */
  readonly slug?: string | undefined;
}

/** The slug for the actions of a module that belong to no model. No real slug contains a dash. */
export const otherOperations = 'other-operations';

/** The slug under which the path of an action is documented: a model's slug, or `otherOperations`. */
export function slugOfAction(registry: Registry, path: string): { moduleKey: string; slug: string } | undefined {
  const [, api, moduleKey = '', word = ''] = path.split('/');
  if (api !== 'api') return undefined;
  return { moduleKey, slug: registry.find(moduleKey, word)?.slug ?? otherOperations };
}

/**
 * Creates OpenAPI 3.1 documents. Paths of models are derived from their fields, paths of actions from their schemas.
 */
export class OpenApi {
  readonly #pieces: Pieces;

  constructor(actions: readonly Action[]) {
    this.#pieces = new Pieces(actions);
  }

  async document({ registry, access, moduleKey, slug }: OpenApiScope): Promise<OpenApiText> {
    const inScope = (one: { moduleKey: string; slug: string } | undefined) =>
      moduleKey === undefined || (one?.moduleKey === moduleKey && (slug === undefined || one.slug === slug));
    const pieceOf = (model: Model) => this.#pieces.ofModel(model, registry, hiddenFrom(access, model));
    const yielder = new EventLoopYielder();
    const models: ReturnType<Pieces['ofModel']>[] = [];
    for (const model of registry.models.filter(inScope)) {
      models.push(pieceOf(model));
      await yielder.yieldIfDue();
    }
    const merged = new Set(models.flatMap((piece) => piece.mergedPaths));
    const actions: ReturnType<Pieces['ofAction']>[] = [];
    for (const path of this.#pieces.actionPaths) {
      const piece = this.#pieces.ofAction(path);
      if (inScope(slugOfAction(registry, path)) && !merged.has(path)) actions.push(piece);
      await yielder.yieldIfDue();
    }
    // Add the records of other modules that a response can include.
    const others: typeof models = [];
    for (const name of new Set(models.flatMap((piece) => piece.targets))) {
      const target = registry.named(name);
      if (target && !inScope(target)) others.push(pieceOf(target));
      await yielder.yieldIfDue();
    }
    const hash = createHash('sha256').update(frame.opening);
    for (const { digest } of [...actions, ...models, ...others]) hash.update(digest);
    const parts = [
      frame.opening,
      ...withoutLeadingComma(models.map((piece) => piece.tag)),
      frame.paths,
      ...withoutLeadingComma([
        ...(moduleKey === undefined ? [frame.systemPaths] : []),
        ...actions.map((piece) => piece.text),
        ...models.map((piece) => piece.paths),
      ]),
      frame.components,
      ...models.flatMap((piece) => [piece.record, piece.schemas]),
      ...others.map((piece) => piece.record),
      frame.end,
    ];
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    return { parts, bytes, digest: hash.digest('base64url') };
  }
}

const noFields: ReadonlySet<string> = new Set();

const hiddenFrom = (access: Access | undefined, model: Model): ReadonlySet<string> =>
  access?.isRestricted ? access.hiddenFields(model) : noFields;

/** Removes the comma of the first text, because each text begins with a comma. */
const withoutLeadingComma = ([first, ...rest]: readonly Buffer[]): Buffer[] =>
  first ? [first.subarray(1), ...rest] : [];

/** The maximum length of one turn. The product's document took 400 ms in a single turn; one piece takes about 3 ms. */
const maxTurnMs = 5;

/** Yields to other requests when the current turn of the event loop has lasted `maxTurnMs`. */
class EventLoopYielder {
  #startedAtMs = performance.now();

  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#startedAtMs < maxTurnMs) return;
    await nextTurn();
    this.#startedAtMs = performance.now();
  }
}

const systemPaths = {
  '/': {
    get: {
      operationId: 'directory',
      summary: 'Names the addresses of the reference and of the console; a browser is sent to the console',
      security: [],
      responses: {
        '200': {
          description: 'The addresses.',
          ...json({
            type: 'object',
            properties: {
              name: { type: 'string' },
              openapi: { type: 'string' },
              docs: { type: 'string' },
              health: { type: 'string' },
              console: { type: 'string' },
            },
            required: ['name', 'openapi', 'docs', 'health', 'console'],
          }),
        },
        '302': { description: 'To the console.' },
      },
    },
  },
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Reports whether the database answers',
      security: [],
      responses: {
        '200': {
          description: 'It does.',
          ...json({ type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] }),
        },
        '503': {
          description: 'It does not.',
          ...json({ type: 'object', properties: { status: { const: 'unavailable' } }, required: ['status'] }),
        },
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      summary:
        'Measures of this node in the text format of Prometheus; with METRICS_TOKEN, that token is the Bearer token',
      security: [],
      responses: {
        '200': { description: 'The measures.', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...errorRefs('401', '404'),
      },
    },
  },
  '/version': {
    get: {
      operationId: 'version',
      summary: 'Reports the version of Atrium',
      security: [],
      responses: {
        '200': {
          description: 'The version.',
          ...json({
            type: 'object',
            properties: {
              name: { const: 'atrium' },
              version: { type: 'string' },
              commit: { type: ['string', 'null'], description: 'Null when it is not known.' },
              node: { type: 'string', description: 'The version of Node.js.' },
            },
            required: ['name', 'version', 'commit', 'node'],
          }),
        },
      },
    },
  },
};

const info = {
  title: 'Atrium',
  version: '0.1.0',
  description:
    'A multi-tenant business platform. Every model has the same operations; records, lists and errors look alike everywhere.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'platform_access' },
};

/** JSON text of an object without its closing brace, and without both braces. */
const unclosedJson = (object: object): string => JSON.stringify(object).slice(0, -1);
const membersJson = (object: object): string => unclosedJson(object).slice(1);

/** The text around the pieces, which is the same in every document. It includes the components that paths reference. */
const frame = {
  opening: Buffer.from(
    `${unclosedJson({ openapi: '3.1.0', info, servers: [{ url: '/' }], security: [{ bearer: [] }, { cookie: [] }] })},"tags":[`,
  ),
  paths: Buffer.from('],"paths":{'),
  systemPaths: Buffer.from(`,${membersJson(systemPaths)}`),
  components: Buffer.from(
    `},"components":{${membersJson({ securitySchemes, parameters, headers, requestBodies, responses })},"schemas":${unclosedJson(sharedSchemas)}`,
  ),
  end: Buffer.from('}}}'),
};
