/**
 * The script of an embedded form. It runs on pages of other sites, so it only adds a frame after itself, or in the
 * placeholder element. `base` and `path` are trusted; JSON encodes them as string literals.
 */
export const embedScript = (base: string, path: string): string => `(function () {
  'use strict';
  var base = ${JSON.stringify(base)}, path = ${JSON.stringify(path)};
  var script = document.currentScript;
  var previous = script && script.previousElementSibling;
  var isPlace = function (element) { return element && element.hasAttribute('data-atrium-form') && !element.querySelector('iframe'); };
  var place = isPlace(previous) ? previous : Array.from(document.querySelectorAll('[data-atrium-form]')).find(isPlace);
  if (!place) {
    place = document.createElement('div');
    if (script) script.after(place); else document.body.append(place);
  }
  var given = new URLSearchParams(location.search), query = new URLSearchParams({ embed: '1', pageUrl: location.href.split('#')[0].slice(0, 1500) });
  ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].forEach(function (name) {
    if (given.has(name)) query.set(name, given.get(name).slice(0, 255));
  });
  if (document.referrer) query.set('referrer', document.referrer.slice(0, 500));
  if (place.dataset.page) query.set('page', place.dataset.page);
  var frame = document.createElement('iframe');
  frame.src = base + path + '?' + query;
  frame.title = 'Form';
  frame.style.cssText = 'border:0;display:block;width:100%;height:420px';
  addEventListener('message', function (event) {
    var data = event.data;
    // Compare the window, because a sandboxed page has no origin.
    if (event.source !== frame.contentWindow || !data || typeof data.height !== 'number') return;
    frame.style.height = Math.min(Math.max(data.height, 60), 20000) + 'px';
  });
  place.replaceChildren(frame);
})();
`;
