// Where features show how a project is shared. What is shown there is a feature of its own, put in by the app.
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { Spinner } from './Spinner.tsx'

interface ShareProps {
  projectId: number
  projectName: string
}

interface ShareDialogProps extends ShareProps {
  open: boolean
  onClose: () => void
}

export interface SharingParts {
  ShareProject: ComponentType<ShareProps>
  ShareDialog: ComponentType<ShareDialogProps>
}

export const SharingSlot = createContext<SharingParts | null>(null)

function useSharingParts(): SharingParts {
  const parts = useContext(SharingSlot)
  if (!parts) throw new Error('No app has filled the slot of sharing')
  return parts
}

/** Who has a project and how that changes, as a part of a page. */
export function ShareProject(props: ShareProps) {
  const parts = useSharingParts()
  return (
    <Suspense fallback={<Spinner />}>
      <parts.ShareProject {...props} />
    </Suspense>
  )
}

/** The same over the page one is on. */
export function ShareDialog(props: ShareDialogProps) {
  const parts = useSharingParts()
  return (
    <Suspense>
      <parts.ShareDialog {...props} />
    </Suspense>
  )
}
