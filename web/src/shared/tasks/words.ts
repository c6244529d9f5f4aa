// What tasks are called, and how long they took, in words.
import type { Task } from './queries.ts'

export const statusLabels: Record<Task['status'], string> = {
  queued: 'Queued',
  running: 'Running',
  success: 'Success',
  failed: 'Failed',
}

const waitingLabels: Record<string, string> = {
  credentials: 'Waiting for credentials',
  push: 'Waiting for the first push',
}

/** What a task has ended until, in words: it is queued again by itself then. */
export function waitingText({
  status,
  payload,
}: {
  status: Task['status']
  payload: { error?: { waits_for?: string } } | null
}): string | undefined {
  return status === 'failed' ? waitingLabels[payload?.error?.waits_for ?? ''] : undefined
}

/** How a task is, in words. */
export function statusText(task: Task): string {
  return waitingText(task) ?? statusLabels[task.status]
}

export const taskLabels: Record<Task['task_id'], string> = {
  analyze: 'Analyze',
  deleteBranch: 'Delete branch',
  migrate: 'Migrate',
}

export const triggerLabels: Record<NonNullable<Task['event']>, string> = {
  manual: 'Manual',
  push: 'Push',
  pullRequestOpened: 'Pull request opened',
  pullRequestSynchronised: 'Pull request synchronised',
  pullRequestMerged: 'Pull request merged',
}

const units = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const

/** A duration as hours, minutes and seconds: '1h 2m 5s', '3s'. Nothing where there is none yet. */
export function durationText(ms: number | null): string {
  if (ms === null) return ''
  let rest = Math.floor(ms / 1000)
  if (rest < 1) return '<1s'
  const parts: string[] = []
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.join(' ')
}

/** The branch of a ref: 'refs/heads/main' is main. */
export function branchOfRef(ref: string | null): string {
  return ref?.replace(/^refs\/heads\//, '') ?? ''
}

/** What an analysis that succeeded has found: '1 error, 3 warnings'; nothing where it found none. */
export function findingsText({ errors = 0, warnings = 0 }: { errors?: number; warnings?: number }): string {
  return [counted(errors, 'error'), counted(warnings, 'warning')].filter(Boolean).join(', ')
}

const counted = (count: number, word: string) =>
  count > 0 ? `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}` : ''

// By the names that the worker gives them.
const phases: Record<string, string> = {
  download: 'Fetching the files',
  parse: 'Reading the files',
  nodes: 'Making the pages',
  write: 'Storing the pages',
}

/** What an analysis is at. */
export function phaseText(phase: string | undefined): string {
  return phases[phase ?? ''] ?? 'Analysing'
}
