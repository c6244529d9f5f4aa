// A description that visitors read: a public project of one operation's description, and the operation's address.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { StackInfo } from '../../support/stack.ts'
import { ask, importProject } from './import.ts'
import { aWorkspace } from './workspace.ts'

const published = new Map<string, Promise<string>>()

/** Where anybody reads an operation of the description at `path`; each description is imported once an instance. */
export function publish(
  stack: StackInfo,
  path: string,
  operation: { method: string; path: string },
): Promise<string> {
  const key = `${stack.apiUrl} ${path} ${operation.method} ${operation.path}`
  const address = published.get(key) ?? made(stack, path, operation)
  published.set(key, address)
  return address
}

async function made(
  stack: StackInfo,
  path: string,
  operation: { method: string; path: string },
): Promise<string> {
  const workspace = await aWorkspace(stack)
  const text = await readFile(path, 'utf8')
  const { projectSlug } = await importProject(stack, workspace, { name: basename(path), text })
  const [node] = await ask<{ slug: string }>(
    stack,
    `with opened as (update public.projects set visibility = 'public' where workspace_id = $1 and slug = $2 returning id)
     select b.slug from public.branch_nodes b
     where b.project_id = (select id from opened) and b.method = $3 and b.path = $4`,
    [workspace.id, projectSlug, operation.method, operation.path],
  )
  if (!node) throw new Error(`${operation.method} ${operation.path} is not in ${basename(path)}.`)
  return `http://${workspace.slug}.${stack.baseHost}/docs/${projectSlug}/${node.slug}`
}
