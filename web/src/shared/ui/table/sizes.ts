// Spec 3 §9.
export const rowHeight = 60
export const selectionWidth = 35
export const actionsWidth = 40
export const minColumnWidth = 30
