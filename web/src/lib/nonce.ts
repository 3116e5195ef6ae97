import { setNonce } from 'get-nonce';

/** The nonce of this page, for styles that libraries insert. Browsers reveal it to scripts only as a property. */
export const styleNonce: string = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// react-remove-scroll, which every dialog uses, reads the nonce from get-nonce.
setNonce(styleNonce);

// react-draggable, which moves widgets of dashboards, reads the nonce under the name that webpack uses.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
