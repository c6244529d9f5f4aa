import { SEVERITIES } from '../../lint/types.ts'
import type { LintReport } from './report.ts'

/** For programs, as `spectral lint -f json` writes it: a list, with severities and places that count from 0. */
export function asJson({ findings }: LintReport): string {
  const list = findings.map(({ code, path, message, severity, range, file, documentationUrl }) => ({
    code,
    path,
    message,
    severity: SEVERITIES.indexOf(severity),
    range,
    source: file,
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
  }))
  return `${JSON.stringify(list, null, 2)}\n`
}
