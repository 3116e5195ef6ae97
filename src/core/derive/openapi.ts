import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Access } from '../access/access.ts';
import type { Action } from '../action.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { errorRefs, json, parameters, responses, sharedSchemas } from './openapi/components.ts';
import { Pieces } from './openapi/pieces.ts';

/** A document as the parts of its text. Documents share their parts: nothing is copied to put one together. */
export interface OpenApiText {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
  /** Changes with the text. */
  readonly digest: string;
}

export interface OpenApiScope {
  readonly registry: Registry;
  /** Of the caller: fields that roles hide are left out. */
  readonly access?: Access | undefined;
  /** Only the paths and schemas of this module. */
  readonly moduleKey?: string | undefined;
  /** Of the module only this model, or what belongs to none: `otherOperations`. */
  readonly slug?: string | undefined;
}

/** In place of a slug: the actions of a module that belong to none of its models. No slug has a dash. */
export const otherOperations = 'other-operations';

/** The model, or `otherOperations`, with which a path of an action is described. */
export function slugOfAction(registry: Registry, path: string): { moduleKey: string; slug: string } | undefined {
  const [, api, moduleKey = '', word = ''] = path.split('/');
  if (api !== 'api') return undefined;
  return { moduleKey, slug: registry.find(moduleKey, word)?.slug ?? otherOperations };
}

/** OpenAPI 3.1 of every path: the models' from their fields, the actions' from their schemas. */
export class OpenApi {
  readonly #pieces: Pieces;

  constructor(actions: readonly Action[]) {
    this.#pieces = new Pieces(actions);
  }

  async document({ registry, access, moduleKey, slug }: OpenApiScope): Promise<OpenApiText> {
    const inScope = (one: { moduleKey: string; slug: string } | undefined) =>
      moduleKey === undefined || (one?.moduleKey === moduleKey && (slug === undefined || one.slug === slug));
    const pieceOf = (model: Model) => this.#pieces.ofModel(model, registry, hiddenFrom(access, model));
    const turn = new Turn();
    const models: ReturnType<Pieces['ofModel']>[] = [];
    for (const model of registry.models.filter(inScope)) {
      models.push(pieceOf(model));
      await turn.yield();
    }
    const merged = new Set(models.flatMap((piece) => piece.mergedPaths));
    const actions: ReturnType<Pieces['ofAction']>[] = [];
    for (const path of this.#pieces.actionPaths) {
      const piece = this.#pieces.ofAction(path);
      if (inScope(slugOfAction(registry, path)) && !merged.has(path)) actions.push(piece);
      await turn.yield();
    }
    // Records of other modules that an answer can include.
    const others: typeof models = [];
    for (const name of new Set(models.flatMap((piece) => piece.targets))) {
      const target = registry.named(name);
      if (target && !inScope(target)) others.push(pieceOf(target));
      await turn.yield();
    }
    const hash = createHash('sha256').update(frame.opening);
    for (const { digest } of [...actions, ...models, ...others]) hash.update(digest);
    const parts = [
      frame.opening,
      ...listed(models.map((piece) => piece.tag)),
      frame.paths,
      ...listed([
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

const nothing: ReadonlySet<string> = new Set();

const hiddenFrom = (access: Access | undefined, model: Model): ReadonlySet<string> =>
  access?.isRestricted ? access.hiddenFields(model) : nothing;

/** Each text begins with a comma; the first of a list does without. */
const listed = ([first, ...rest]: readonly Buffer[]): Buffer[] => (first ? [first.subarray(1), ...rest] : []);

/**
 * The product's document took 400 ms at once. A piece takes some 3 ms, and other requests get their turn in between.
 */
const maxTurnMs = 5;

class Turn {
  #begunAtMs = performance.now();

  async yield(): Promise<void> {
    if (performance.now() - this.#begunAtMs < maxTurnMs) return;
    await nextTurn();
    this.#begunAtMs = performance.now();
  }
}

const systemPaths = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Tells whether the database answers',
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
      summary: 'Tells which version of Atrium runs',
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

/** JSON text of an object that goes on, or of its members alone. */
const open = (object: object): string => JSON.stringify(object).slice(0, -1);
const members = (object: object): string => open(object).slice(1);

/** What is around the pieces, in every document: the components that paths refer to among it. */
const frame = {
  opening: Buffer.from(
    `${open({ openapi: '3.1.0', info, servers: [{ url: '/' }], security: [{ bearer: [] }, { cookie: [] }] })},"tags":[`,
  ),
  paths: Buffer.from('],"paths":{'),
  systemPaths: Buffer.from(`,${members(systemPaths)}`),
  components: Buffer.from(
    `},"components":{${members({ securitySchemes, parameters, responses })},"schemas":${open(sharedSchemas)}`,
  ),
  end: Buffer.from('}}}'),
};
