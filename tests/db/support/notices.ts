// The notices that a piece of work broadcasts, and the things it is done to.
import type { World } from './people.ts'

export interface Notice {
  topic: string
  event: string
  private: boolean
  payload: { id: string; table: string; operation: string; ids: number[] | null }
}

export interface Notices {
  /** What was broadcast, in no order. */
  of(work: () => Promise<unknown>): Promise<Notice[]>
  /** The same, each as 'topic event table operation [ids]', sorted. */
  told(work: () => Promise<unknown>): Promise<string[]>
  aProject(workspaceId: number, name: string, visibility?: string): Promise<number>
  aBranch(projectId: number, name: string, published?: boolean): Promise<number>
}

/** Listens to all that the database of a world broadcasts. */
export function noticesIn({ db }: World): Notices {
  async function of(work: () => Promise<unknown>): Promise<Notice[]> {
    await db.query('delete from realtime.messages')
    await work()
    const { rows } = await db.query<Notice>('select topic, event, private, payload from realtime.messages')
    return rows
  }

  async function inserted(sql: string, values: unknown[]): Promise<number> {
    const { rows } = await db.query<{ id: string }>(`${sql} returning id`, values)
    return Number(rows[0]?.id)
  }

  return {
    of,
    told: async (work) => (await of(work)).map(inWords).sort(),
    aProject: (workspaceId, name, visibility = 'internal') =>
      inserted('insert into public.projects (workspace_id, name, slug, visibility) values ($1, $2, $2, $3)', [
        workspaceId,
        name,
        visibility,
      ]),
    aBranch: (projectId, name, published = true) =>
      inserted('insert into public.branches (project_id, name, slug, is_published) values ($1, $2, $2, $3)', [
        projectId,
        name,
        published,
      ]),
  }
}

function inWords({ topic, event, payload: { table, operation, ids } }: Notice): string {
  return `${topic} ${event} ${table} ${operation}${ids ? ` [${ids.join()}]` : ''}`
}
