import { isJsonObject } from '#lib/json.ts';

/** Values that cannot end a declaration, open a comment or load anything. */
const safeValue = /^[\w\s#.,%()'"+-]{1,200}$/;

/** The theme of a website as CSS variables: `{"accent": "#c00"}` is `--accent: #c00`. Unsafe values are left out. */
export function themeCss(theme: unknown): string {
  if (!isJsonObject(theme)) return '';
  const declarations = Object.entries(theme).flatMap(([key, value]) => {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    const isSafe = /^[a-zA-Z][\w-]{0,40}$/.test(key) && safeValue.test(text) && !/url\s*\(|expression/i.test(text);
    const balanced = (text.match(/["']/g) ?? []).length % 2 === 0 && balancedBrackets(text);
    return isSafe && balanced ? [`--${kebab(key)}: ${text};`] : [];
  });
  return declarations.length === 0 ? '' : `:root { ${declarations.join(' ')} }\n`;
}

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function balancedBrackets(text: string): boolean {
  let open = 0;
  for (const mark of text) {
    if (mark === '(') open += 1;
    if (mark === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The style of pages without their own layout. */
export const baseCss = `*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; font: 1.0625rem/1.6 var(--font, system-ui, sans-serif); color: var(--text, #1d2129); background: var(--background, #fff); }
h1, h2, h3, h4, h5, h6 { font-family: var(--heading-font, inherit); line-height: 1.2; margin: 1.6em 0 0.5em; }
a { color: var(--accent, #1a56c4); }
img, video { max-width: 100%; height: auto; }
figure { margin: 1.5em 0; }
figcaption { font-size: 0.875rem; opacity: 0.8; }
pre { overflow-x: auto; padding: 1rem; border-radius: var(--radius, 6px); background: rgb(127 127 127 / 0.12); }
header, main, footer { max-width: var(--width, 64rem); margin: 0 auto; padding: 1rem 1.25rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem 2rem; }
header .site { font-weight: 700; color: inherit; text-decoration: none; }
header .site img { max-height: 2.5rem; display: block; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
nav ul ul { display: block; padding-left: 1rem; }
.button { display: inline-block; padding: 0.6em 1.2em; border-radius: var(--radius, 6px); background: var(--accent, #1a56c4); color: var(--accent-text, #fff); text-decoration: none; }
.columns { display: grid; gap: 1.5rem; }
.video { position: relative; aspect-ratio: 16 / 9; }
.video iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
@media (min-width: 48rem) {
  .columns-2 { grid-template-columns: repeat(2, 1fr); }
  .columns-3 { grid-template-columns: repeat(3, 1fr); }
  .columns-4 { grid-template-columns: repeat(4, 1fr); }
  .columns-5 { grid-template-columns: repeat(5, 1fr); }
  .columns-6 { grid-template-columns: repeat(6, 1fr); }
}
`;
