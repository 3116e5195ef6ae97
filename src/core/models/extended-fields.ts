import type { Field } from '../fields/field.ts';

/** Up to this size a linear search is as fast as a map, which takes 300 bytes. */
const maxLinearSearch = 10;

/**
 * The fields of a product model together with a tenant's custom fields. It shares the map of the product, because a
 * copy takes 2 KB for each model that a tenant extends. Custom fields come before the system fields.
 */
export class ExtendedFields implements ReadonlyMap<string, Field> {
  readonly #base: ReadonlyMap<string, Field>;
  readonly #added: readonly Field[];
  readonly #byKey: ReadonlyMap<string, Field> | undefined;
  /** The key of the field before which the added fields are listed. */
  readonly #before: string;

  constructor(base: ReadonlyMap<string, Field>, added: readonly Field[], before: string) {
    this.#base = base;
    this.#added = added;
    this.#byKey = added.length > maxLinearSearch ? new Map(added.map((field) => [field.key, field])) : undefined;
    this.#before = before;
  }

  get size(): number {
    return this.#base.size + this.#added.length;
  }

  get(key: string): Field | undefined {
    return this.#base.get(key) ?? (this.#byKey ? this.#byKey.get(key) : this.#added.find((field) => field.key === key));
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): MapIterator<[string, Field]> {
    for (const entry of this.#base) {
      if (entry[0] === this.#before) for (const field of this.#added) yield [field.key, field];
      yield entry;
    }
  }

  *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  *values(): MapIterator<Field> {
    for (const [, field] of this.entries()) yield field;
  }

  [Symbol.iterator](): MapIterator<[string, Field]> {
    return this.entries();
  }

  forEach(visit: (field: Field, key: string, fields: ReadonlyMap<string, Field>) => void): void {
    for (const [key, field] of this.entries()) visit(field, key, this);
  }
}
