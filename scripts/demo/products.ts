import { type Company, currency, domain, type Saved } from './company.ts';
import { at } from './random.ts';

export interface Product extends Saved {
  readonly name: string;
  readonly price: number;
  readonly type: string;
  readonly category: string;
}

/** Name, SKU, kind, category, price, cost, billing period, and description. */
const catalogue = [
  ['Kestrel One', 'ONE', 'goods', 'Machines', 1490, 820, 'oneTime', 'Bean-to-cup machine for up to 40 cups a day.'],
  [
    'Kestrel Duo',
    'DUO',
    'goods',
    'Machines',
    2890,
    1610,
    'oneTime',
    'Two grinders and fresh milk, up to 90 cups a day.',
  ],
  [
    'Kestrel Pro 4',
    'PRO4',
    'goods',
    'Machines',
    5490,
    3100,
    'oneTime',
    'For lobbies and canteens, up to 250 cups a day.',
  ],
  [
    'Kestrel Pro 8',
    'PRO8',
    'goods',
    'Machines',
    8990,
    5200,
    'oneTime',
    'Two groups side by side, up to 500 cups a day.',
  ],
  ['Barista Lever', 'LEV', 'goods', 'Machines', 7290, 4150, 'oneTime', 'Hand-operated lever machine for coffee bars.'],
  [
    'Milk cooler 4 l',
    'MC4',
    'goods',
    'Accessories',
    490,
    240,
    'oneTime',
    'Keeps four litres at 3 °C beside the machine.',
  ],
  ['Cup warmer', 'CUP', 'goods', 'Accessories', 350, 170, 'oneTime', 'Four heated shelves for 160 cups.'],
  [
    'Water filter kit',
    'FIL',
    'goods',
    'Consumables',
    120,
    48,
    'oneTime',
    'Filter head and cartridge for 8,000 litres.',
  ],
  [
    'Cleaning set',
    'CLN',
    'goods',
    'Consumables',
    60,
    21,
    'oneTime',
    'Tablets, milk cleaner and brushes for six months.',
  ],
  ['House blend, 12 kg', 'HB12', 'goods', 'Coffee', 240, 132, 'oneTime', 'Our medium roast in twelve bags.'],
  ['Single origin, 6 kg', 'SO6', 'goods', 'Coffee', 180, 104, 'oneTime', 'A changing lot from one cooperative.'],
  [
    'Installation',
    'INS',
    'service',
    'Services',
    450,
    280,
    'oneTime',
    'Setting up, water connection and first calibration.',
  ],
  [
    'Barista training, day',
    'TRN',
    'service',
    'Services',
    890,
    420,
    'oneTime',
    'A day with up to eight people at the machine.',
  ],
  [
    'Care Standard',
    'CS',
    'subscription',
    'Service contracts',
    590,
    260,
    'yearly',
    'One inspection a year, parts at list price.',
  ],
  [
    'Care Gold',
    'CG',
    'subscription',
    'Service contracts',
    1190,
    560,
    'yearly',
    'Two inspections a year, wear parts included.',
  ],
  [
    'Care Platinum',
    'CP',
    'subscription',
    'Service contracts',
    2390,
    1240,
    'yearly',
    'Technician the same day, loan machine included.',
  ],
] as const;

export async function createProducts(company: Company): Promise<Product[]> {
  const products = await company.addAll(
    'sales.products',
    catalogue.map(([name, sku, type, category, price, cost, billingFrequency, description], index) => ({
      name,
      sku: `KES-${sku}`,
      type,
      category,
      brand: 'Kestrel',
      price,
      cost,
      currency,
      billingFrequency,
      description,
      taxPercent: 8,
      unit: type === 'subscription' ? 'year' : category === 'Coffee' ? 'box' : type === 'service' ? 'day' : 'piece',
      status: sku === 'CUP' ? 'outOfStock' : 'available',
      trackStock: type === 'goods',
      ...(type === 'goods' && { stock: sku === 'CUP' ? 0 : company.random.int(8, 120), reorderLevel: 10 }),
      ...(category === 'Machines' && {
        weight: 18 + index * 9,
        weightUnit: 'kg',
        url: `https://www.${domain}/machines`,
      }),
      launchDate: company.day(-900 + index * 40),
      tags: [category.toLowerCase()],
    })),
  );
  await createPrices(company, products);
  const pro = at(products, 2);
  await company.attach('sales.products', pro, {
    notes: ['From serial 4100 on with the quieter grinder; older ones can be refitted in an hour.'],
    tasks: [['Update the data sheet with the new power values', 12]],
    files: ['Kestrel Pro 4 data sheet.pdf', 'Kestrel Pro 4.png'],
  });
  return products;
}

/** Prices in euros for customers abroad, cheaper for larger quantities, the rates of other currencies, and a starter set. */
async function createPrices(company: Company, products: readonly Product[]): Promise<void> {
  const euros = await company.add('sales.priceBooks', {
    name: 'Europe',
    currency: 'EUR',
    isDefault: true,
    validFrom: company.day(-200),
    description: 'Includes the delivery to a warehouse in Rotterdam.',
  });
  const machines = products.filter(({ category }) => category === 'Machines');
  await company.addAll(
    'sales.priceBookEntries',
    machines.flatMap(({ _id, price }) => [
      { priceBookId: euros._id, productId: _id, unitPrice: Math.round(price * 0.94), minQuantity: 0 },
      { priceBookId: euros._id, productId: _id, unitPrice: Math.round(price * 0.88), minQuantity: 5 },
    ]),
  );
  await company.addAll(
    'sales.exchangeRates',
    [-540, -360, -180, -30].flatMap((day, n) => [
      { currency: 'EUR', rate: 0.92 - n * 0.01, validFrom: company.day(day) },
      { currency: 'GBP', rate: 0.79 - n * 0.01, validFrom: company.day(day) },
      { currency: 'CAD', rate: 1.35 + n * 0.01, validFrom: company.day(day) },
    ]),
  );
  const [machine] = machines;
  const [coffee] = products.filter(({ category }) => category === 'Coffee');
  if (!machine || !coffee) return;
  const set = await company.add('sales.products', {
    name: 'Starter set',
    sku: 'KES-SET',
    type: 'bundle',
    category: 'Machines',
    brand: 'Kestrel',
    price: Math.round(machine.price * 1.02),
    currency,
    taxPercent: 8,
    unit: 'piece',
    status: 'available',
    description: 'A machine with the coffee of its first two months.',
    launchDate: company.day(-60),
  });
  await company.addAll('sales.bundleItems', [
    { bundleId: set._id, productId: machine._id, quantity: 1 },
    { bundleId: set._id, productId: coffee._id, quantity: 4 },
  ]);
}
