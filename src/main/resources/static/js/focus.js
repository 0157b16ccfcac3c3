/** Where the keyboard is, when the page changes by itself. */

/** What can take the focus of something within it that went away. */
const PLACES = '.table-box, .card, main';

let held = [];

/**
 * When what had the focus goes away, as a button does whose work is done, the nearest place around it takes the focus. Else the
 * reader would begin anew at the top of the document.
 */
export function keepFocus() {
  addEventListener('focusin', (e) => {
    held = around(e.target);
  });
  addEventListener('focusout', (e) => {
    // left on purpose: by a click on nothing
    setTimeout(() => {
      if (e.target.isConnected && document.activeElement === document.body) {
        held = [];
      }
    });
  });
  new MutationObserver(catchFocus).observe(document.body, { childList: true, subtree: true });
}

function around(element) {
  const all = [];
  for (let one = element; one; one = one.parentElement) {
    all.push(one);
  }
  return all;
}

function catchFocus() {
  if (held.length === 0 || held[0].isConnected || document.activeElement !== document.body) {
    return;
  }
  const place = held.find((one) => one.isConnected && one.matches(PLACES));
  held = [];
  if (place) {
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }
}
