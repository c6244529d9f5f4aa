import { type ReactNode, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import {
  isChangedMeanwhile,
  useSaveSettings,
  useSettings,
  type WorkspaceSettings,
} from '../../../shared/data/settings.ts'
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx'

export type Changes = Partial<WorkspaceSettings>

export interface Saver {
  /** Saves; `seen` is what the change was made from, without it what is on screen. */
  save: (changes: Changes, setting: string, seen?: Changes, onDone?: () => void) => void
  isPending: boolean
  /** Asks whose is to stay, once somebody else was faster. */
  question: ReactNode
}

interface Conflict {
  changes: Changes
  setting: string
  said: string
  onDone: (() => void) | undefined
}

/** Saves settings as they are changed. Who was overtaken is asked whose value is to stay; nothing is lost silently. */
export function useSaver(): Saver {
  const settings = useSettings().data
  const change = useSaveSettings()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const save: Saver['save'] = (changes, setting, seen = seenOf(changes, settings), onDone) =>
    change.mutate(
      { changes, seen, setting },
      {
        onSuccess: () => {
          setConflict(null)
          onDone?.()
        },
        onError: (error) => {
          if (isChangedMeanwhile(error)) setConflict({ changes, setting, said: messageOf(error), onDone })
        },
      },
    )
  const question =
    conflict && settings ? (
      <ChangedMeanwhile
        said={conflict.said}
        setting={conflict.setting}
        mine={conflict.changes}
        theirs={settings}
        isBusy={change.isPending}
        onKeepMine={() => save(conflict.changes, conflict.setting, undefined, conflict.onDone)}
        onTakeTheirs={() => {
          setConflict(null)
          conflict.onDone?.()
        }}
        onClose={() => setConflict(null)}
      />
    ) : null
  return { save, isPending: change.isPending, question }
}

function seenOf(changes: Changes, settings: WorkspaceSettings | undefined): Changes {
  if (!settings) return {}
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in changes))
}
