// Going somewhere from the code, and back to where one was.
import type { Range } from '../../../../../editing/types.ts'
import type { LanguageActions } from '../language/extensions.ts'
import type { StudioFile } from '../model.ts'

/** What is asked of the desk: as it is now, each time. */
export interface Places {
  files: readonly StudioFile[]
  /** Where one is, to come back to. */
  here: () => { id: string; range: Range } | null
  onGo: (id: string, range: Range) => void
  tell: (message: string) => void
}

/** Leads to places of files, and back through them one by one. */
export function trailThrough(places: () => Places): Pick<LanguageActions, 'goTo' | 'back'> {
  const trail: { id: string; range: Range }[] = []
  return {
    goTo(path, range) {
      const { files, here, onGo, tell } = places()
      const file = files.find((each) => each.path === path && each.deleted_at === null)
      if (!file) return tell(`${path} is not in this project.`)
      const from = here()
      if (from) trail.push(from)
      onGo(file.id, range)
    },
    back() {
      const last = trail.pop()
      if (last) places().onGo(last.id, last.range)
    },
  }
}
