import { createHash } from 'node:crypto';
import { SizedLruMap } from '#lib/lru.ts';
import type { Action } from '../../action.ts';
import type { JsonSchema } from '../../fields/field.ts';
import { isTenantModel, type Model, modelNumber, withoutFields } from '../../models/model.ts';
import type { Registry } from '../../models/registry.ts';
import { actionsByPath } from './action-paths.ts';
import { modelPaths } from './model-paths.ts';
import { includedModels, otherComponents, recordComponent } from './model-schemas.ts';

/** The JSON texts that one model adds to a document. Each text begins with a comma. */
interface ModelPiece {
  readonly tag: Buffer;
  readonly paths: Buffer;
  /** The schema of a record, which references no other schema. */
  readonly record: Buffer;
  /** The other schemas. */
  readonly schemas: Buffer;
  /**
   * The names of models that its schemas reference. They are names, so that a cached piece does not keep a tenant's
   * models in memory.
   */
  readonly targets: readonly string[];
  /** Paths that actions share with the model. The methods of these actions are in `paths`. */
  readonly mergedPaths: readonly string[];
  /** The digest of the texts. */
  readonly digest: Buffer;
}

interface ActionPiece {
  readonly text: Buffer;
  readonly digest: Buffer;
}

/** A piece takes 22 KB. The pieces of the product's models, 4 MB, are always cached and do not count for this limit. */
const maxTenantPieceBytes = 28_000_000;

/**
 * Creates and caches the parts of documents. A tenant's document differs from the product's only in the few models that
 * the tenant extended or created, and a caller's document in the models with hidden fields. Only these are created
 * again.
 */
export class Pieces {
  readonly #actions: ReturnType<typeof actionsByPath>;
  readonly #actionPieces = new Map<string, ActionPiece>();
  readonly #productPieces = new WeakMap<Model, ModelPiece>();
  readonly #tenantPieces = new SizedLruMap<string, ModelPiece>(maxTenantPieceBytes);

  constructor(actions: readonly Action[]) {
    this.#actions = actionsByPath(actions);
  }

  get actionPaths(): Iterable<string> {
    return this.#actions.keys();
  }

  ofModel(model: Model, registry: Registry, hidden: ReadonlySet<string>): ModelPiece {
    const visible = withoutFields(model, hidden);
    if (visible === model && !isTenantModel(model)) {
      const cached = this.#productPieces.get(model);
      if (cached) return cached;
      const piece = this.#createModelPiece(model, registry);
      this.#productPieces.set(model, piece);
      return piece;
    }
    const hiddenKeys = visible === model ? '' : [...hidden].sort().join(' ');
    const key = `${modelNumber(model)} ${hiddenKeys}`;
    const cached = this.#tenantPieces.get(key);
    if (cached) return cached;
    const piece = this.#createModelPiece(visible, registry);
    this.#tenantPieces.set(key, piece, bytesOf(piece) + key.length + 500);
    return piece;
  }

  ofAction(path: string): ActionPiece {
    let piece = this.#actionPieces.get(path);
    if (!piece) {
      const text = Buffer.from(`,${JSON.stringify(path)}:${JSON.stringify(this.#methodsAt(path))}`);
      piece = { text, digest: digestOf(text) };
      this.#actionPieces.set(path, piece);
    }
    return piece;
  }

  #methodsAt(path: string): JsonSchema {
    return Object.fromEntries((this.#actions.get(path) ?? []).map((describe) => describe()));
  }

  #createModelPiece(model: Model, registry: Registry): ModelPiece {
    const { name } = model;
    const entries = Object.entries(modelPaths(model));
    const mergedPaths = entries.map(([path]) => path).filter((path) => this.#actions.has(path));
    const tag = Buffer.from(`,${JSON.stringify({ name, description: model.labelPlural })}`);
    const paths = membersOf(entries.map(([path, methods]) => [path, { ...this.#methodsAt(path), ...methods }]));
    const record = membersOf(recordComponent(model));
    const schemas = membersOf(otherComponents(model, registry));
    const targets = includedModels(model, registry).map((target) => target.name);
    return { tag, paths, record, schemas, targets, mergedPaths, digest: digestOf(tag, paths, record, schemas) };
  }
}

const bytesOf = ({ paths, record, schemas }: ModelPiece): number => paths.length + record.length + schemas.length;

const membersOf = (members: readonly (readonly [string, unknown])[]): Buffer =>
  Buffer.from(members.map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`).join(''));

function digestOf(...texts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest();
}
