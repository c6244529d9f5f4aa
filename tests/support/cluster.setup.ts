// One throwaway Postgres for a whole vitest run, however many projects ask for it.
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Scratch, startScratch } from '../../stack/postgres/scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterPort: number
  }
}

const shared = globalThis as { waymarkCluster?: { scratch: Promise<Scratch>; users: number } }

export default async function setup(project: TestProject) {
  const migrations = join(import.meta.dirname, '../../supabase/migrations')
  shared.waymarkCluster ??= { scratch: startScratch(migrations), users: 0 }
  const cluster = shared.waymarkCluster
  cluster.users++
  project.provide('clusterPort', (await cluster.scratch).port)
  return async () => {
    if (--cluster.users > 0) return
    delete shared.waymarkCluster
    await (await cluster.scratch).stop()
  }
}
