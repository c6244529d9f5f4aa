// The platform before: its server answers the list that our screen shows, and, below it, what each project consists of
// (docs/migration.md has the calls).
import { z } from 'zod'
import { idText, shownText } from '../git/shapes.ts'
import {
  type DescribedProject,
  type ListedProject,
  mostProjects,
  mostVersions,
  type Platform,
} from './model.ts'
import { encodedPath, FileCollector, Remote } from './remote.ts'

const listSchema = z
  .array(
    z.object({
      project_id: idText,
      project_name: shownText(255),
      namespace_id: idText,
      namespace_name: shownText(255),
      project_last_activity: z.string().max(50).nullish(),
    }),
  )
  .max(10_000)

const projectSchema = z.object({
  versions: z
    .array(z.object({ version_id: idText, name: shownText(100), is_default: z.boolean().default(false) }))
    .max(mostVersions),
  left_out: z.array(shownText(300)).max(100).default([]),
})

const filesSchema = z.object({ files: z.array(z.object({ path: z.string().min(1).max(1000) })).max(10_000) })

const root = '/api/v1/legacy-migration/next'

/** The projects of a token at NEXT. */
export function nextPlatform(base: string, token: string): Platform {
  const remote = new Remote(base, { authorization: token })
  const projectAt = (id: string) => `${root}/${encodeURIComponent(id)}`
  return {
    async list(): Promise<ListedProject[]> {
      const rows = await remote.json(root, listSchema)
      return rows.slice(0, mostProjects).map((row) => ({
        id: row.project_id,
        name: row.project_name,
        groupId: row.namespace_id,
        groupName: row.namespace_name,
        lastActivity: row.project_last_activity ?? null,
      }))
    },
    async describe(id): Promise<DescribedProject> {
      const { versions, left_out: leftOut } = await remote.json(projectAt(id), projectSchema)
      return {
        versions: versions.map((one) => ({ id: one.version_id, name: one.name, isDefault: one.is_default })),
        leftOut,
      }
    },
    async files(id, version) {
      const at = `${projectAt(id)}/versions/${encodeURIComponent(version.id)}/files`
      const { files } = await remote.json(at, filesSchema)
      const collector = new FileCollector()
      for (const { path } of files)
        await collector.take(path, (safe, most) => remote.bytes(`${at}/${encodedPath(safe)}`, most))
      return collector
    },
  }
}
