import { useEffect, useRef, useState } from 'react'
import type { Bundle } from '../../shared/import-files/bundle.ts'
import {
  type CreatedProject,
  createProject,
  importFiles,
  type ProjectInput,
  type TaskLog,
  useTaskLog,
} from './queries.ts'

export type ImportPhase =
  | { name: 'editing' }
  | { name: 'uploading'; share: number }
  | { name: 'analysing'; log: TaskLog | undefined }
  | { name: 'failed'; log: TaskLog }
  | { name: 'done' }

/** Upload, then analysis; after a failed analysis the next file goes into the same project. */
export function useImport(workspaceId: number, onDone: (slug: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [created, setCreated] = useState<CreatedProject | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const cancel = useRef<() => void>(undefined)
  const log = useTaskLog(jobId, created?.project.id)
  useEffect(() => () => cancel.current?.(), [])
  useWarnOnLeave(share !== null)

  /** Rejects with ApiProblem when the upload is refused; nothing typed is lost then. */
  const start = async (input: ProjectInput, source: File | Bundle) => {
    setShare(0)
    try {
      if (created) {
        const target = { projectId: created.project.id, branch: created.branch.slug }
        const upload = importFiles(target, source, setShare)
        cancel.current = upload.cancel
        setJobId((await upload.answer).job_id)
      } else {
        const upload = createProject(workspaceId, input, source, setShare)
        cancel.current = upload.cancel
        const answer = await upload.answer
        setCreated(answer)
        setJobId(answer.job_id)
      }
    } finally {
      setShare(null)
    }
  }
  /** Back to choosing a file, after a failed analysis. */
  const retry = () => setJobId(null)
  const phase = phaseOf(share, jobId, log.data)
  const done = phase.name === 'done' ? created?.project.slug : undefined
  useEffect(() => {
    if (done) onDone(done)
  }, [done, onDone])
  return { start, retry, created, phase }
}

function phaseOf(share: number | null, jobId: string | null, log: TaskLog | undefined): ImportPhase {
  if (share !== null) return { name: 'uploading', share }
  if (jobId === null) return { name: 'editing' }
  if (log?.status === 'success') return { name: 'done' }
  if (log?.status === 'failed') return { name: 'failed', log }
  return { name: 'analysing', log }
}

/** The browser asks before it closes a page that is still sending. */
function useWarnOnLeave(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
