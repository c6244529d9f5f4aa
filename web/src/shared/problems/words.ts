// What screens say of violations.
export type Severity = 'error' | 'warn' | 'info' | 'hint'

export const severityLabel: Record<Severity, string> = {
  error: 'Error',
  warn: 'Warning',
  info: 'Info',
  hint: 'Hint',
}

/** How the score comes about, as private.lint_score computes it. */
export const scoreFormula =
  'Score = 100 × n ÷ (n + 3 × errors + warnings + (infos and hints) ÷ 4), where n is the number of operations and models. What is waived does not count.'

/** "1 error", "2 errors". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
