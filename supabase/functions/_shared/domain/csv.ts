// Tables for spreadsheets (RFC 4180).

// A spreadsheet runs a cell that begins like this as a formula, also after blanks and in its full-width forms.
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A value as a cell that no spreadsheet takes for a formula, whoever wrote it. */
export function csvCell(value: string): string {
  const harmless = formula.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}

/** One line of a table. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
