const control =
  'a, button, input, select, textarea, label, [role="button"], [role="combobox"], [role="menuitem"], [role="option"]'
const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="combobox"], [contenteditable="true"]'

const isWithin = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** Whether a click landed on a control inside of a row, which answers it alone. */
export function isOwnControl(target: EventTarget): boolean {
  return isWithin(target, control)
}

/** Whether keys pressed here belong to a field or list, not to walking through the table. */
export function takesKeys(target: EventTarget): boolean {
  return isWithin(target, typing)
}
