// Which file a node stands in, so that it can be exported.
import type { Query } from '../../shared/data/read.ts'
import { liveKeys } from '../../shared/data/realtime.ts'
import { type Branch, contentOf } from './queries.ts'
import type { ExportedFile } from './read-exported-file.ts'

liveKeys({ projects: [['docs-file']] })

/** The file that a node stands in; null for who may not list it. */
export function fileQuery(projectId: number, branch: Branch, uri: string): Query<ExportedFile | null> {
  const parts = uri.split('/').slice(1, 40)
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  return {
    key: ['docs-file', { ...contentOf(branch), uri }],
    // Asked for with the menu alone.
    read: () =>
      import('./read-exported-file.ts').then(({ readExportedFile }) =>
        readExportedFile(projectId, branch.id, paths),
      ),
  }
}
