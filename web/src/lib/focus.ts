/** Focuses an element as soon as it exists. An element that was moved in the page needs a few frames to appear. */
export function focusWhenThere(find: () => HTMLElement | undefined, frames = 30): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element) element.focus();
    else if (frames > 0) focusWhenThere(find, frames - 1);
  });
}
