// What a push came to, for people and for programs.
import { printable, styled } from '../terminal.ts'
import { hasEnded, type Task, type TaskLine } from './follow.ts'
import { type Manifest, sizeOf, sizeText } from './manifest.ts'
import type { PushPreview } from './send.ts'

export interface PushReport {
  manifest: Manifest
  leftOut: string[]
  /** Undefined where the server was not asked. */
  preview: PushPreview | undefined
  /** Undefined where nothing was sent. */
  sent: { job_id: string; files: number; bytes: number } | undefined
  /** Undefined where it was not waited for. */
  task: Task | undefined
}

/** What the analysis found wrong: lines with their place, as editors and pipelines read them. */
export function findings({ lines }: Task): TaskLine[] {
  return lines.filter(({ level, path }) => level !== 'info' && (path !== null || level === 'error'))
}

/** For programs. */
export function pushAsJson({ manifest, leftOut, preview, sent, task }: PushReport): string {
  const missing = new Set(preview?.missing)
  const report = {
    project: preview?.project ?? null,
    workspace: preview?.workspace ?? null,
    branch: manifest.branch,
    commit: manifest.commit,
    files: manifest.files.map((file) => ({ ...file, missing: preview ? missing.has(file.sha256) : null })),
    left_out: leftOut,
    sent: sent ? { files: sent.files, bytes: sent.bytes } : null,
    job_id: sent?.job_id ?? null,
    status: task?.status ?? null,
    counts: task?.payload.counts ?? null,
    duration_ms: task?.duration_ms ?? null,
    error: task?.payload.error ?? null,
    findings: task ? findings(task).map(findingAsJson) : [],
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function findingAsJson({ level, message, rule, path, line_number, column_number }: TaskLine) {
  return { level, file: path, line: line_number, column: column_number, rule, message }
}

/** For people: what would be sent. */
export function dryRunAsText({ manifest, preview }: PushReport): string {
  const missing = new Set(preview?.missing)
  const lines = manifest.files.map(({ path, size, sha256 }) => {
    const state = preview ? (missing.has(sha256) ? 'send ' : 'there ') : ''
    return `${state}${printable(path)} (${sizeText(size)})`
  })
  const toSend = preview ? manifest.files.filter(({ sha256 }) => missing.has(sha256)) : manifest.files
  const to = preview ? ` to ${printable(preview.project.name)} in ${printable(preview.workspace.name)}` : ''
  const hint = preview ? '' : ' With a token it is said which of them the server has already.'
  return `${lines.join('\n')}\n${filesOf(toSend)} would be sent${to}, branch ${printable(manifest.branch)}.${hint}\n`
}

/** For people: what was sent, and what the analysis says. */
export function pushAsText({ manifest, preview, sent, task }: PushReport): string {
  const lines: string[] = []
  if (preview && sent) {
    const to = `${printable(preview.project.name)} in ${printable(preview.workspace.name)}, branch ${printable(manifest.branch)}`
    const all = `${manifest.files.length} ${manifest.files.length === 1 ? 'file' : 'files'}`
    lines.push(`Pushed ${all} to ${to}: ${amountOf(sent)}.`)
  }
  if (task) lines.push(...findings(task).map(lineOf), outcomeOf(task))
  else if (sent) lines.push(`The analysis is queued: task ${printable(sent.job_id)}.`)
  return `${lines.join('\n')}\n`
}

function amountOf({ files, bytes }: { files: number; bytes: number }): string {
  if (files === 0) return 'nothing had to be sent'
  return `${files} sent (${sizeText(bytes)})`
}

function filesOf(files: { size: number }[]): string {
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} (${sizeText(sizeOf(files))})`
}

function lineOf({ level, message, rule, path, line_number, column_number }: TaskLine): string {
  const place = [path, line_number, column_number].filter((part) => part !== null).join(':')
  const kind = level === 'error' ? styled('red', 'error') : styled('yellow', 'warning')
  const name = rule === null ? '' : styled('dim', ` (${printable(rule)})`)
  return `${place ? `${printable(place)}: ` : ''}${kind}: ${printable(message)}${name}`
}

const words: Record<string, [one: string, many: string]> = {
  api: ['API', 'APIs'],
  schema: ['model', 'models'],
  article: ['article', 'articles'],
  operation: ['operation', 'operations'],
}

function wordFor(type: string, count: number): string {
  const [one, many] = words[type] ?? [printable(type), printable(type)]
  return count === 1 ? one : many
}

function outcomeOf(task: Task): string {
  const { error, counts } = task.payload
  if (task.status === 'failed') {
    const place = [error?.file, error?.line, error?.column].filter((part) => part !== undefined).join(':')
    const reason = printable(error?.message ?? 'It is not said why.')
    return `${styled('red', 'The analysis failed.')} ${place ? `${printable(place)}: ` : ''}${reason}`
  }
  if (!hasEnded(task))
    return `The analysis is still ${printable(task.status)}: task ${printable(task.job_id)}.`
  const found = Object.entries(counts ?? {}).flatMap(([type, n]) =>
    typeof n === 'number' && n > 0 ? [`${n} ${wordFor(type, n)}`] : [],
  )
  const list = found.length > 0 ? ` Found: ${found.join(', ')}.` : ''
  return `${styled('green', 'The docs are up to date.')}${list}`
}
