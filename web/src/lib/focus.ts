/** Focuses an element once it is there, which takes a few frames after it got to another place of the page. */
export function focusWhenThere(find: () => HTMLElement | undefined, frames = 30): void {
  requestAnimationFrame(() => {
    const element = find();
    if (element) element.focus();
    else if (frames > 0) focusWhenThere(find, frames - 1);
  });
}
