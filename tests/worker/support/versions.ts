// A branch whose description goes from v1 to v2, told apart by what is in it.
import { expect } from 'vitest'
import { anApi } from './descriptions.ts'
import type { Project, World } from './world.ts'

export const OLD = { versions: ['v1'], nodes: 9, edges: 12, operations: 4, toc: ['v1'] }
export const NEW = { versions: ['v2'], nodes: 13, edges: 18, operations: 6, toc: ['v2'] }

/** A project whose branch holds v1, with nobody at work. */
export async function aFilledProject(world: World, name: string): Promise<Project> {
  const project = await world.aProject(name)
  const worker = await world.worker()
  const job = await world.importFiles(project, { 'reference/parts.json': anApi('v1', 4) })
  expect((await world.finished(job)).status).toBe('success')
  // The job outlives its success by the clean-up; left over, it would stand before the next import in the queue.
  await world.untilRow('select 1 as done where not exists (select from graphile_worker.jobs)')
  await worker.end('SIGTERM')
  return project
}

/** Queues the import of v2. */
export function importNew(world: World, project: Project): Promise<string> {
  return world.importFiles(project, { 'reference/parts.json': anApi('v2', 6) })
}
