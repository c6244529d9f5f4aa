import { printable } from './terminal.ts'

interface Place {
  file: string
  line: number
  column: number
}

/**
 * A line that GitHub Actions shows in a file, at a line: a workflow command. Without a line it stands at the file, and
 * without a file at the run.
 */
export function workflowCommand(
  kind: 'error' | 'warning' | 'notice',
  { file, line, column, title }: Partial<Place> & { title: string },
  text: string,
): string {
  const named = { file: file && property(file), line, col: column, title: property(title) }
  const properties = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  return `::${kind} ${properties.join(',')}::${data(text)}`
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
