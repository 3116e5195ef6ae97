import type { UncountedFact } from './dequeue-uncounted.ts';
import type { FactKind } from './record-facts.ts';

const personKinds: readonly FactKind[] = [
  'opened',
  'firstOpened',
  'clicked',
  'firstClicked',
  'replied',
  'unsubscribed',
  'complained',
];

/** The facts of one mail that are counted together. */
export class FactsOfMail {
  readonly #times = new Map<FactKind, Date[]>();
  readonly #links = new Set<string>();

  add({ kind, at, link }: Pick<UncountedFact, 'kind' | 'at' | 'link'>): void {
    if (link !== null) this.#links.add(link);
    const times = this.#times.get(kind);
    if (times) times.push(at);
    else this.#times.set(kind, [at]);
  }

  has(kind: FactKind): boolean {
    return this.#times.has(kind);
  }

  /** True when one of them is something that a person did. */
  get isOfPerson(): boolean {
    return personKinds.some((kind) => this.has(kind));
  }

  /** The clicked addresses. */
  get links(): string[] {
    return [...this.#links];
  }

  count(kind: FactKind): number {
    return this.#times.get(kind)?.length ?? 0;
  }

  /** The time of the first fact of a kind, as JSON; null when there is none. */
  first(kind: FactKind): string | null {
    const times = this.#times.get(kind);
    return times ? new Date(Math.min(...times.map(Number))).toISOString() : null;
  }
}

export const factsByMail = (facts: readonly UncountedFact[]): Map<string, FactsOfMail> => {
  const byMail = new Map<string, FactsOfMail>();
  for (const fact of facts) {
    const ofMail = byMail.get(fact.emailId) ?? new FactsOfMail();
    byMail.set(fact.emailId, ofMail);
    ofMail.add(fact);
  }
  return byMail;
};
