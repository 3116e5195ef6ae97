export { default as common } from '../../locales/en/common.json';
export { default as fields } from '../../locales/en/fields.json';
export { default as forms } from '../../locales/en/forms.json';
export { default as records } from '../../locales/en/records.json';
export { default as shell } from '../../locales/en/shell.json';
