// Editors without a window: the Studio's own session of a document and its own carets, over the product's own doors (the
// facade, REST, the private channels of Realtime), in this process. What they type goes the whole way that a key of a window
// goes, and they hear all that others type. They paint nothing, keep nothing in a browser's storage, and mend nothing.
import { RealtimeClient } from '@supabase/realtime-js'
import { encodeId } from '../../../supabase/functions/_shared/domain/ids.ts'
import { memoryKeep } from '../../../web/src/features/studio/documents/keep.ts'
import type { Merger } from '../../../web/src/features/studio/documents/merger.ts'
import { BranchPresence } from '../../../web/src/features/studio/documents/presence.ts'
import type { DocumentServer } from '../../../web/src/features/studio/documents/server.ts'
import { DocumentSession } from '../../../web/src/features/studio/documents/session.ts'
import { fromBase64, readOpened, toBase64 } from '../../../web/src/features/studio/documents/wire.ts'
import type { StackInfo } from '../../support/stack.ts'
import { ask } from './import.ts'
import type { Desk } from './studio-screen.ts'
import { type BenchWorkspace, json } from './workspace.ts'

export interface ProgramEditor {
  /** Types at the end of a line, counted from 0; when that was, ms since 1970. */
  type(line: number, text: string): number
  /** Calls with what others typed, once it stands in this editor's text. */
  onHeard(listen: (text: string) => void): void
  close(): Promise<void>
}

const mendsNothing: Merger = {
  merge: () => Promise.reject(new Error('Nothing is merged here.')),
  repair: async () => null,
}

/** So many editors of one file, as the workspace's owner. */
export async function programEditors(
  stack: StackInfo,
  workspace: BenchWorkspace,
  desk: Desk,
  count: number,
): Promise<ProgramEditor[]> {
  const [user] = await ask<{ id: string }>(
    stack,
    'select u.id from public.users u join auth.users a on a.id = u.auth_id where a.email = $1',
    [workspace.email],
  )
  const [branch] = await ask<{ project: string; slug: string }>(
    stack,
    'select project_id as project, slug from public.branches where id = $1',
    [desk.branchId],
  )
  const path = `/projects/${encodeId('prj', Number(branch?.project))}/branches/${branch?.slug}/doc`
  const server = serverOf(stack, workspace, path)
  return Promise.all(
    Array.from({ length: count }, () => programEditor(stack, workspace, desk, server, Number(user?.id))),
  )
}

async function programEditor(
  stack: StackInfo,
  workspace: BenchWorkspace,
  desk: Desk,
  server: DocumentServer,
  userId: number,
): Promise<ProgramEditor> {
  const { fileId } = desk
  const session = new DocumentSession({
    id: fileId,
    path: 'openapi.yaml',
    server,
    keep: memoryKeep(),
    merger: mendsNothing,
  })
  const presence = new BranchPresence({ userId, namesOf: async () => new Map() })
  const line = new RealtimeClient(`${stack.apiUrl.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: stack.anonKey },
    accessToken: async () => workspace.token,
  })
  await line.setAuth()
  const joined = async (topic: string, told: (event: string, payload: Record<string, unknown>) => void) => {
    const channel = line.channel(topic, { config: { private: true } })
    channel.on('broadcast', { event: '*' }, ({ event, payload }) => told(event, payload))
    await new Promise<void>((resolve, reject) =>
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve()
        else if (status !== 'CLOSED') reject(new Error(`${topic}: ${status}`))
      }),
    )
    return channel
  }
  await session.open()
  await joined(`document:${fileId}`, (event, { epoch, seq, key, author_id: author, update }) => {
    if (event !== 'update') return
    session.hear({
      epoch: Number(epoch),
      seq: Number(seq),
      key: String(key),
      author: typeof author === 'number' ? author : null,
      update: typeof update === 'string' ? fromBase64(update) : null,
    })
  })
  session.lineIs(true)
  const carets = await joined(`studio:${desk.branchId}`, (event, { update }) => {
    if (event === 'awareness') presence.hear(update)
  })
  presence.lineIs((update) => {
    void carets.send({ type: 'broadcast', event: 'awareness', payload: { update } })
  })
  presence.look(fileId)
  const { model } = session.state
  if (!model) throw new Error(`The document was not opened: ${session.state.refusal ?? session.state.status}`)
  const here = presence.of(fileId, model)
  return {
    type(number, text) {
      const { to } = model.rope.line(number + 1)
      const at = performance.timeOrigin + performance.now()
      model.apply([{ from: to, to, insert: text }], 'code')
      here.select({ anchor: to + text.length, head: to + text.length })
      return at
    },
    onHeard(listen) {
      model.subscribe((changes, source) => {
        if (source === 'remote') for (const { insert } of changes) listen(insert)
      })
    },
    async close() {
      await session.finish()
      presence.close()
      line.disconnect()
    },
  }
}

/** The server of documents by the calls that the Studio makes, without a browser around them. */
function serverOf(stack: StackInfo, { token }: BenchWorkspace, path: string): DocumentServer {
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: stack.anonKey,
    'content-type': 'application/json',
  }
  const rpc = <Answer>(name: string, args: object) =>
    json<Answer>(`${stack.apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(args),
    })
  return {
    async load(id) {
      const answer = await fetch(`${stack.apiUrl}/api/v1${path}?document=${id}`, { headers })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
      return readOpened(new Uint8Array(await answer.arrayBuffer()))
    },
    append: (id, epoch, updates) =>
      rpc<{ key: string; seq: number }[]>('append_updates', {
        p_document_id: id,
        p_epoch: epoch,
        p_updates: updates.map(({ key, update }) => ({ key, update: toBase64(update) })),
      }),
    async after(id, epoch, seq) {
      const rows = await rpc<{ seq: number; key: string; author_id: number | null; update: string }[]>(
        'updates_after',
        { p_document_id: id, p_epoch: epoch, p_seq: seq },
      )
      return rows.map((row) => ({
        seq: row.seq,
        key: row.key,
        author: row.author_id,
        update: fromBase64(row.update) ?? new Uint8Array(),
      }))
    },
  }
}
