import { createHash } from 'node:crypto';
import { SizedLruMap } from '#lib/lru.ts';
import type { Action } from '../../action.ts';
import type { JsonSchema } from '../../fields/field.ts';
import { isTenantModel, type Model, modelNumber, withoutFields } from '../../models/model.ts';
import type { Registry } from '../../models/registry.ts';
import { actionsByPath } from './action-paths.ts';
import { modelPaths } from './model-paths.ts';
import { includedModels, otherComponents, recordComponent } from './model-schemas.ts';

/** JSON text of what one model or one path adds to a document. Each text begins with a comma. */
interface ModelPiece {
  readonly tag: Buffer;
  readonly paths: Buffer;
  /** The schema of a record, which refers to no other. */
  readonly record: Buffer;
  /** The other schemas. */
  readonly schemas: Buffer;
  /**
   * Names of the models whose records its schemas refer to. A cached piece must not keep a tenant's models in memory.
   */
  readonly targets: readonly string[];
  /** Paths of actions that are paths of the model as well: their methods are in `paths`. */
  readonly mergedPaths: readonly string[];
  /** Changes with the text. */
  readonly digest: Buffer;
}

interface ActionPiece {
  readonly text: Buffer;
  readonly digest: Buffer;
}

/** Beside the pieces of the product's models, which take 4 MB and are kept. A piece takes 22 KB. */
const tenantPieceBytes = 28_000_000;

/**
 * The parts that documents are put together from. A tenant's document differs from the product's in the few models that
 * the tenant extended or made, and that of a caller in those with hidden fields: only these are made again.
 */
export class Pieces {
  readonly #actions: ReturnType<typeof actionsByPath>;
  readonly #ofActions = new Map<string, ActionPiece>();
  readonly #ofProduct = new WeakMap<Model, ModelPiece>();
  readonly #ofTenants = new SizedLruMap<string, ModelPiece>(tenantPieceBytes);

  constructor(actions: readonly Action[]) {
    this.#actions = actionsByPath(actions);
  }

  get actionPaths(): Iterable<string> {
    return this.#actions.keys();
  }

  ofModel(model: Model, registry: Registry, hidden: ReadonlySet<string>): ModelPiece {
    const shown = withoutFields(model, hidden);
    if (shown === model && !isTenantModel(model)) {
      const known = this.#ofProduct.get(model);
      if (known) return known;
      const piece = this.#makeModel(model, registry);
      this.#ofProduct.set(model, piece);
      return piece;
    }
    const left = shown === model ? '' : [...hidden].sort().join(' ');
    const key = `${modelNumber(model)} ${left}`;
    const known = this.#ofTenants.get(key);
    if (known) return known;
    const piece = this.#makeModel(shown, registry);
    this.#ofTenants.set(key, piece, bytesOf(piece) + key.length + 500);
    return piece;
  }

  ofAction(path: string): ActionPiece {
    let piece = this.#ofActions.get(path);
    if (!piece) {
      const text = Buffer.from(`,${JSON.stringify(path)}:${JSON.stringify(this.#methodsAt(path))}`);
      piece = { text, digest: digestOf(text) };
      this.#ofActions.set(path, piece);
    }
    return piece;
  }

  #methodsAt(path: string): JsonSchema {
    return Object.fromEntries((this.#actions.get(path) ?? []).map((describe) => describe()));
  }

  #makeModel(model: Model, registry: Registry): ModelPiece {
    const { name } = model;
    const ofModel = Object.entries(modelPaths(model));
    const mergedPaths = ofModel.map(([path]) => path).filter((path) => this.#actions.has(path));
    const tag = Buffer.from(`,${JSON.stringify({ name, description: model.labelPlural })}`);
    const paths = membersOf(ofModel.map(([path, methods]) => [path, { ...this.#methodsAt(path), ...methods }]));
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
