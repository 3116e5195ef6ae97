import { boolean, choice, integer, json, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { actionTypes } from '../hooks/screen-actions.ts';

export const screenActions = defineModel({
  slug: 'screenActions',
  parent: 'screenId',
  fields: {
    screenId: reference('ui.screens', { required: true }),
    name: text({ required: true, search: true }),
    description: longText(),
    type: choice({ options: actionTypes }),
    placement: choice({ options: ['toolbar', 'row', 'bulk', 'detail', 'menu'] }),
    handler: text(),
    targetScreenId: reference('ui.screens'),
    targetUrl: url({ outward: true, label: 'Target URL' }),
    parameters: json({ shape: 'object' }),
    condition: json({ shape: 'object' }),
    confirmationMessage: text({ maxLength: 1000 }),
    icon: text({ maxLength: 100 }),
    variant: choice({ options: ['primary', 'secondary', 'danger', 'link'] }),
    shortcut: text({ maxLength: 50 }),
    permission: text({ maxLength: 100 }),
    position: integer({ default: 0, index: true }),
    active: boolean({ default: true }),
  },
});
