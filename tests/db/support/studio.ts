// Working copies for database tests. What only the functions do, first snapshots, stands here as bytes.
import { randomUUID } from 'node:crypto'
import * as Y from 'yjs'
import type { Caller, Person, World } from './people.ts'

export interface Opening {
  mode: string
  reason: string | null
  message: string | null
  view: string | null
  project: { id: number; type: string } | null
  branch: { id: number; yjs_document_id: string | null } | null
  can_publish: boolean
  can_create_branch: boolean
  has_changes: boolean
  base_moved: boolean
}

export interface Document {
  id: string
  path: string
  hash: string | null
  published_path: string | null
  epoch: number
  seq: number
  changed: boolean
  base_moved: boolean
  deleted_at: string | null
}

let number = 0

/** A project of a type with one published branch that was analysed. */
export async function aStudioProject(
  world: World,
  workspaceId: number,
  { type = 'web', visibility = 'internal', files = {} as Record<string, string> } = {},
): Promise<{ id: number; slug: string; branchId: number }> {
  const slug = `studio-${++number}`
  const { rows } = await world.db.query(
    `with project as (
       insert into public.projects (workspace_id, name, slug, visibility, type) values ($1, $2, $2, $3, $4) returning id)
     insert into public.branches (project_id, name, slug, is_default, is_published, last_analyzed_at)
     select id, 'main', 'main', true, true, now() from project returning id, project_id`,
    [workspaceId, slug, visibility, type],
  )
  const [branch] = rows
  await world.db.query('update public.projects set default_branch_id = $1 where id = $2', [
    branch.id,
    branch.project_id,
  ])
  await setFiles(world, workspaceId, Number(branch.id), files)
  return { id: Number(branch.project_id), slug, branchId: Number(branch.id) }
}

/** Gives a branch these files, as an analysis would. */
export async function setFiles(
  world: World,
  workspaceId: number,
  branchId: number,
  files: Record<string, string>,
): Promise<void> {
  await world.db.query('delete from public.branch_files where branch_id = $1 and path <> all ($2)', [
    branchId,
    Object.keys(files),
  ])
  for (const [path, text] of Object.entries(files)) {
    await world.db.query(
      `insert into public.files (workspace_id, hash, size) values ($1, sha256(convert_to($2, 'utf8')), octet_length($2)) on conflict do nothing`,
      [workspaceId, text],
    )
    await world.db.query(
      `insert into public.branch_files (branch_id, path, workspace_id, hash) values ($1, $2, $3, sha256(convert_to($4, 'utf8')))
       on conflict (branch_id, path) do update set hash = excluded.hash`,
      [branchId, path, workspaceId, text],
    )
  }
}

export function open(world: World, who: Caller, slug: string, branch: string | null = null) {
  return world.answer<Opening>(who, 'open_studio($1, $2)', [slug, branch])
}

/** The documents of a branch as they are, deleted ones too, by path. */
export async function documents(world: World, branchId: number): Promise<Document[]> {
  const { rows } = await world.db.query(
    `select id, path, encode(hash, 'hex') as hash, published_path, epoch, seq::integer, changed, base_moved, deleted_at
     from public.documents where branch_id = $1 order by path collate "C", created_at`,
    [branchId],
  )
  return rows
}

/** Keeps a first snapshot, as the functions do; of bytes that stand for a state. */
export async function keepSnapshot(
  world: World,
  { id, epoch }: { id: string; epoch: number },
): Promise<void> {
  await world.db.query(`select public.svc_keep_snapshot($1, $2, 'text', 'lf', false, 10, 'c3RhdGU=')`, [
    id,
    epoch,
  ])
}

/** An update, in base64, that writes this text as the first of its author. */
export function written(text: string): string {
  const doc = new Y.Doc()
  // As long for everybody: numbers are of one to eight bytes.
  doc.clientID = 100
  doc.getText('t').insert(0, text)
  return Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
}

/** Sends an update. */
export async function type(
  world: World,
  who: Person,
  { id, epoch }: { id: string; epoch: number },
  text = 'typed',
  key = randomUUID(),
) {
  return world.does<{ key: string; seq: string }>(who, 'select * from public.append_updates($1, $2, $3)', [
    id,
    epoch,
    JSON.stringify([{ key, update: written(text) }]),
  ])
}
