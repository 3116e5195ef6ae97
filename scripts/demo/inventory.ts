import { type Company, currency, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import type { Product } from './products.ts';
import { at } from './random.ts';

export async function createInventory(
  company: Company,
  staff: Staff,
  customers: readonly Customer[],
  products: readonly Product[],
) {
  const locations = await createLocations(company, staff, customers);
  const assets = await createAssets(company, staff, locations);
  const machines = products.filter(({ category }) => category === 'Machines');
  const equipment: Saved[] = [];
  for (let index = 0; index < 18; index += 1) {
    equipment.push(await createLoanMachine(company, staff, locations, assets, at(machines, index), index));
  }
  for (const [index, user] of staff.all.entries()) {
    await company.add('inventory.equipment', {
      name: `Laptop of ${user.firstName}`,
      serialNumber: `LT-${90_210 + index * 7}`,
      assetTag: `KC-L${String(index + 1).padStart(3, '0')}`,
      category: 'laptop',
      locationId: at(locations, 0)._id,
      assignedUserId: user._id,
      status: 'assigned',
      condition: 'good',
      purchaseDate: company.day(-200 - index * 20),
      purchaseCost: 1380,
      currency,
      warrantyMonths: 36,
      ownerId: staff.logistics._id,
    });
  }
  await company.attach('inventory.equipment', at(equipment, 1), {
    notes: ['The drip tray is scratched; take a photograph before the next loan.'],
    tasks: [
      ['Descale before the next loan', 5],
      ['Replace the grinder discs', -20],
    ],
    files: ['Handover.pdf'],
    by: staff.logistics,
  });
}

function createLocations(company: Company, staff: Staff, customers: readonly Customer[]): Promise<Saved[]> {
  const place = (name: string, code: string, type: string, rest = {}) => ({
    name,
    code: `KC-${code}`,
    type,
    managerId: staff.logistics._id,
    city: 'Portland',
    state: 'OR',
    country: 'United States',
    timeZone: 'America/Los_Angeles',
    ownerId: staff.logistics._id,
    ...rest,
  });
  const sites = customers.slice(0, 4).map(({ account }, index) =>
    place(`${account.name}, lobby`, `S${index + 1}`, 'site', {
      accountId: account._id,
      city: account.billingCity,
      state: account.billingState,
      country: account.billingCountry,
    }),
  );
  return company.addAll('inventory.inventoryLocations', [
    place('Head office', 'HQ', 'office', { street: '12 Roaster Street', email: `office@${domain}` }),
    place('Warehouse', 'WH', 'warehouse', { street: '90 Dock Road', capacity: 400 }),
    place('Service van 1', 'V1', 'vehicle', { managerId: at(staff.service, 1)._id }),
    place('Service van 2', 'V2', 'vehicle', { managerId: at(staff.service, 2)._id }),
    ...sites,
  ]);
}

function createAssets(company: Company, staff: Staff, locations: readonly Saved[]): Promise<Saved[]> {
  const asset = (name: string, type: string, cost: number, rest = {}) => ({
    name,
    type,
    status: 'inUse',
    condition: 'good',
    purchaseDate: company.day(-600),
    purchaseCost: cost,
    currentValue: Math.round(cost * 0.6),
    currency,
    depreciationMethod: 'straightLine',
    usefulLifeMonths: 60,
    ownerId: staff.logistics._id,
    ...rest,
  });
  return company.addAll('inventory.assets', [
    asset('Loan machines', 'machinery', 64_000, { locationId: at(locations, 1)._id, quantity: 18 }),
    asset('Service van 1', 'vehicle', 38_500, { locationId: at(locations, 2)._id }),
    asset('Service van 2', 'vehicle', 41_200, { locationId: at(locations, 3)._id }),
    asset('Sample roaster', 'machinery', 12_800, { locationId: at(locations, 0)._id, condition: 'fair' }),
    asset('Shelving', 'furniture', 6400, { locationId: at(locations, 1)._id }),
  ]);
}

function createLoanMachine(
  company: Company,
  staff: Staff,
  locations: readonly Saved[],
  assets: readonly Saved[],
  product: Product,
  index: number,
): Promise<Saved> {
  const lent = index % 3 === 0;
  return company.add('inventory.equipment', {
    name: `${product.name}, loan ${index + 1}`,
    serialNumber: `K${410_000 + index * 37}`,
    assetTag: `KC-M${String(index + 1).padStart(3, '0')}`,
    manufacturer: 'Kestrel',
    modelName: product.name,
    category: 'tool',
    status: lent ? 'assigned' : index % 7 === 4 ? 'inRepair' : 'available',
    condition: index % 7 === 4 ? 'poor' : 'good',
    locationId: at(locations, lent ? 4 + (index % 4) : 1)._id,
    defaultLocationId: at(locations, 1)._id,
    assetId: at(assets, 0)._id,
    productId: product._id,
    departmentId: staff.departments.get('Operations')?._id,
    purchaseDate: company.day(-500 + index * 15),
    purchaseCost: product.price,
    currency,
    ...(lent && { checkedOutAt: company.time(-20 + index), expectedReturnDate: company.day(20 + index) }),
    lastMaintenanceDate: company.day(-90 + index),
    nextMaintenanceDate: company.day(90 + index),
    ownerId: staff.logistics._id,
  });
}
