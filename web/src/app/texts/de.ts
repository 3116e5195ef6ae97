export { default as common } from '../../locales/de/common.json';
export { default as fields } from '../../locales/de/fields.json';
export { default as forms } from '../../locales/de/forms.json';
export { default as records } from '../../locales/de/records.json';
export { default as shell } from '../../locales/de/shell.json';
