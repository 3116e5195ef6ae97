/** Groups of things that belong together (disjoint sets). */
export class Components {
  readonly #parents = new Map<string, string>();

  /** Returns the representative of the group. */
  find(item: string): string {
    let root = item;
    for (let next = this.#parents.get(root); next !== undefined && next !== root; next = this.#parents.get(root))
      root = next;
    this.#parents.set(item, root);
    return root;
  }

  join(a: string, b: string): void {
    this.#parents.set(this.find(a), this.find(b));
  }
}
