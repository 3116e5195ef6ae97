import type { Product } from './products.ts';
import type { Random } from './random.ts';

/** A line item of a deal, as in opportunities, quotes and orders. */
export interface Line {
  readonly productId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly discountPercent: number;
}

export const taxPercent = 8;

const lineOf = ({ _id, name, price }: Product, quantity: number, discountPercent: number): Line => ({
  productId: _id,
  name,
  quantity,
  unitPrice: price,
  discountPercent,
});

/** Chooses one or several machines, usually with a contract, sometimes with accessories. */
export function createLines(random: Random, products: readonly Product[]): Line[] {
  const ofCategory = (category: string) => products.filter((product) => product.category === category);
  const quantity = random.pick([1, 1, 2, 2, 3, 4, 6]);
  const discount = quantity > 3 ? 10 : random.pick([0, 0, 5]);
  const lines = [lineOf(random.pick(ofCategory('Machines')), quantity, discount)];
  if (random.chance(70)) lines.push(lineOf(random.pick(ofCategory('Service contracts')), quantity, 0));
  if (random.chance(40)) lines.push(lineOf(random.pick(ofCategory('Accessories')), quantity, discount));
  if (random.chance(30)) lines.push(lineOf(random.pick(ofCategory('Coffee')), quantity * 4, 0));
  return lines;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

export const netOf = (lines: readonly Line[]): number =>
  cents(
    lines.reduce(
      (sum, { quantity, unitPrice, discountPercent }) => sum + quantity * unitPrice * (1 - discountPercent / 100),
      0,
    ),
  );
