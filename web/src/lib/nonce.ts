import { setNonce } from 'get-nonce';

/** The nonce of this page, for styles that libraries insert. Browsers show it to scripts only as a property. */
export const styleNonce: string = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// For react-remove-scroll, which is part of every dialog.
setNonce(styleNonce);

// For react-draggable, which moves the widgets of dashboards: it reads the name that webpack uses.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
