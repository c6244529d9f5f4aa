// Hashing takes some 60 ms of pure computation; here it holds up nobody.
import { parentPort } from 'node:worker_threads'
import { compareSync, hashSync } from 'bcryptjs'

export type Job = { id: number; password: string } & ({ cost: number } | { hash: string })
export type Done = { id: number; result: string | boolean }

parentPort?.on('message', (job: Job) => {
  const result = 'hash' in job ? compareSync(job.password, job.hash) : hashSync(job.password, job.cost)
  parentPort?.postMessage({ id: job.id, result } satisfies Done)
})
