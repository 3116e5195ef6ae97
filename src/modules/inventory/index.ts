import { defineModule } from '#core/modules/module.ts';
import { assets } from './models/assets.ts';
import { equipment } from './models/equipment.ts';
import { inventoryLocations } from './models/inventoryLocations.ts';

export const inventory = defineModule({
  key: 'inventory',
  label: 'Inventory',
  models: [inventoryLocations, equipment, assets],
});
