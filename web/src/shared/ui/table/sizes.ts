// Sizes of tables, px: height of a row, columns of selection and actions, bounds of a width.
export const rowHeight = 60
export const selectionWidth = 35
export const actionsWidth = 40
export const expandWidth = 40
export const minColumnWidth = 30
export const maxColumnWidth = 500
