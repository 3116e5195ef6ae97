import { ByteBudget } from '#lib/byte-budget.ts';

/** Characters of mails that are rendered and not sent yet, for each tenant. Their encoded form takes about three times as much memory. */
const maxLength = 16_000_000;

/** Bounds the rendered mails that a tenant has in memory: a mail may have millions of characters, and a slow mail server holds dozens of them. */
export class MailMemory {
  readonly #budgets = new Map<string, ByteBudget>();

  of(tenantId: string): ByteBudget {
    const known = this.#budgets.get(tenantId);
    if (known) return known;
    if (this.#budgets.size >= maxTenants)
      for (const [id, { usedBytes }] of this.#budgets) if (usedBytes === 0) this.#budgets.delete(id);
    const budget = new ByteBudget(maxLength);
    this.#budgets.set(tenantId, budget);
    return budget;
  }
}

const maxTenants = 1000;
