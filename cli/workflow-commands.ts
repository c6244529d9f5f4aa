import { printable } from './terminal.ts'

/** A line that GitHub Actions shows in a file, at a line: a workflow command. */
export function workflowCommand(
  kind: 'error' | 'warning' | 'notice',
  { file, line, column, title }: { file: string; line: number; column: number; title: string },
  text: string,
): string {
  return `::${kind} file=${property(file)},line=${line},col=${column},title=${property(title)}::${data(text)}`
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
